-- How a proof of identity failed, as the code that the phone is told. kyc_verification.state holds since then a hash of the
-- phone's state instead of the state itself; runs under way end, which phones answer by beginning again.

ALTER TABLE kyc_verification ADD COLUMN failure text CHECK (failure IS NULL OR status = 'FAILED');
