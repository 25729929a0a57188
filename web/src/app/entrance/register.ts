import { registerNewcomerTexts } from '@/lib/notify/newcomer';

registerNewcomerTexts();

/** The register page alone, without the pages that follow it. */
export { RegisterPage } from '@/features/registration/RegisterPage';
