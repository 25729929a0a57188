//! Rows and texts that workers save for later bills.

use liksa_domain::template::{MOST_TEMPLATES, Template, TemplateDetails};

use crate::prelude::*;

/// Saves a template under an id that the client chose, or overwrites the worker's template with that id.
pub async fn save(
    context: &Context,
    person: PersonId,
    id: TemplateId,
    details: TemplateDetails,
) -> Result<Template> {
    let saved_at = context.clock.now();
    let mut tx = context.store.begin().await?;
    let others = tx.count_other_templates(person, id).await?;
    if usize::try_from(others).is_ok_and(|others| others >= MOST_TEMPLATES) {
        return Err(Error::Conflict(ErrorKey::TooManyTemplates));
    }
    // The id of another worker's template must not be distinguishable from one that does not exist.
    if !tx.put_template(&NewTemplate { id, person, details: &details, saved_at }).await? {
        return Err(Error::NotFound);
    }
    tx.commit().await?;
    Ok(Template { id, details, saved_at })
}

/// Deletes all of these templates that the worker has. Returns how many those were.
pub async fn delete(context: &Context, person: PersonId, ids: &[TemplateId]) -> Result<usize> {
    if ids.len() > MOST_TEMPLATES {
        return Err(vec![Problem::too_many("ids", MOST_TEMPLATES)].into());
    }
    let mut deleted = 0;
    let mut tx = context.store.begin().await?;
    for id in ids {
        deleted += usize::from(tx.delete_template(person, *id).await?);
    }
    tx.commit().await?;
    Ok(deleted)
}
