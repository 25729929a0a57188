//! What the routes of a group have in common in the API's description.

use liksa_domain::ids::PersonId;
use liksa_domain::person::Role;
use utoipa::PartialSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Required, Response, SecurityRequirement};
use utoipa_axum::router::OpenApiRouter;

use crate::app::AppState;

/// Describes all routes of a group: by a tag, the roles that may call them, `Problem` as the body of every failure, and
/// the ids in their paths. A route that says otherwise itself keeps what it says.
pub fn group(tag: &str, roles: &[Role], mut routes: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    for (path, item) in &mut routes.get_openapi_mut().paths.paths {
        for operation in operations_of(item) {
            operation.tags = Some(vec![tag.to_owned()]);
            for (status, response) in &mut operation.responses.responses {
                if let (true, RefOr::T(response)) = (status.starts_with(['4', '5']), response) {
                    answer_problem(response);
                }
            }
            describe_ids(operation, path);
        }
    }
    for_roles(roles, routes)
}

/// Describes the routes that have no `security` of their own as those of users with one of the roles, or of any
/// user where none is named. Handlers check it by the session that they take.
pub fn for_roles(roles: &[Role], mut routes: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    let session = SecurityRequirement::new("session", roles.iter().map(|role| role.name()));
    for operation in operations(routes.get_openapi_mut()) {
        operation.security.get_or_insert_with(|| vec![session.clone()]);
    }
    routes
}

/// Every operation of a description.
pub fn operations(api: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    api.paths.paths.values_mut().flat_map(operations_of)
}

fn operations_of(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, head, .. } = item;
    [get, put, post, delete, patch, head].into_iter().flatten()
}

fn answer_problem(response: &mut Response) {
    if response.content.is_empty() {
        let problem = Content::new(Some(Ref::from_schema_name("Problem")));
        response.content.insert("application/json".to_owned(), problem.into());
    }
}

/// Adds the parameters of a path that the route does not describe, which are ids.
fn describe_ids(operation: &mut Operation, path: &str) {
    let parameters = operation.parameters.get_or_insert_default();
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let is_described =
        |name: &str, known: &RefOr<Parameter>| matches!(known, RefOr::T(known) if known.name == name);
    let mut ids = vec![];
    for name in names.filter(|name| !parameters.iter().any(|known| is_described(name, known))) {
        let id = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
        ids.push(id.schema(Some(PersonId::schema())).build().into());
    }
    parameters.splice(0..0, ids);
    if parameters.is_empty() {
        operation.parameters = None;
    }
}
