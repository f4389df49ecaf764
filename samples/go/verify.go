package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A VerificationError says why a result is not to be believed: Reason is for programs, Text for the log.
type VerificationError struct {
	Reason string
	Text   string
}

func (e *VerificationError) Error() string { return e.Reason + ": " + e.Text }

func refuse(reason, format string, arguments ...any) error {
	return &VerificationError{reason, fmt.Sprintf(format, arguments...)}
}

// Trust is what a relying party believes: root certificates that came on a trusted way, and the scheme's name.
type Trust struct {
	Roots         *x509.CertPool
	Intermediates *x509.CertPool
	Scheme        string
	Level         string
}

// Asked is what was asked, kept from the moment of the request.
type Asked struct {
	Body     Body
	Flow     string // Notification or QR
	Person   string // PNOMN- and a civil id; empty: whoever opened the link
	Document []byte // what the digest was made of, if it is at hand
}

// Signer is who has logged in or signed.
type Signer struct {
	Person         string
	Name           string
	DocumentNumber string
	Level          string
	Signature      []byte
}

// The certificate says its level by its policy: the same identifiers stand in docs/integration.md.
var (
	levels        = map[string]int{"ADVANCED": 1, "QUALIFIED": 2, "QSCD": 3}
	loginPolicies = map[string]string{
		"0.4.0.2042.1.3": "ADVANCED", "0.4.0.2042.1.1": "QUALIFIED", "0.4.0.2042.1.2": "QSCD",
	}
	signaturePolicies = map[string]string{
		"0.4.0.2042.1.3": "ADVANCED", "0.4.0.194112.1.0": "QUALIFIED", "0.4.0.194112.1.2": "QSCD",
	}
)

// Verify verifies a completed session step by step, its certificates at the time now. Nothing in an answer counts
// before it has returned without an error.
func Verify(asked Asked, answer Status, trust Trust, now time.Time) (*Signer, error) {
	if answer.State != "COMPLETE" || answer.Result.EndResult != "OK" {
		return nil, refuse("END_RESULT", "the session ended with %q", answer.Result.EndResult)
	}
	if answer.Signature == nil || answer.Certificate == nil || answer.Result.DocumentNumber == "" {
		return nil, refuse("MALFORMED", "the answer lacks a member")
	}
	if answer.SignatureProtocol != asked.Body.SignatureProtocol {
		return nil, refuse("PROTOCOL", "not what was asked: %q", answer.SignatureProtocol)
	}
	if answer.Signature.FlowType != asked.Flow {
		return nil, refuse("PROTOCOL", "another flow than was offered: %q", answer.Signature.FlowType)
	}

	isLogin := asked.Body.SignatureProtocol == "ACSP_V2"
	leaf, err := verifyChain(answer.Certificate.Value, trust, now)
	if err != nil {
		return nil, err
	}
	if err := verifyUsage(leaf, isLogin); err != nil {
		return nil, err
	}
	if err := verifyLevel(leaf, answer.Certificate.CertificateLevel, trust.Level, isLogin); err != nil {
		return nil, err
	}
	person := leaf.Subject.SerialNumber
	if person == "" || asked.Person != "" && person != asked.Person {
		return nil, refuse("PERSON", "asked for %q, the certificate is that of %q", asked.Person, person)
	}
	digest, err := signedDigest(asked, answer, trust.Scheme)
	if err != nil {
		return nil, err
	}
	signature, err := verifySignature(leaf, digest, answer.Signature.Value)
	if err != nil {
		return nil, err
	}
	return &Signer{
		Person:         person,
		Name:           leaf.Subject.CommonName,
		DocumentNumber: answer.Result.DocumentNumber,
		Level:          answer.Certificate.CertificateLevel,
		Signature:      signature,
	}, nil
}

// verifyChain goes from the leaf to a root of ours and to no other, every certificate valid at now.
func verifyChain(text string, trust Trust, now time.Time) (*x509.Certificate, error) {
	der, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, refuse("MALFORMED", "the certificate: %v", err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, refuse("CHAIN", "not a certificate: %v", err)
	}
	_, err = leaf.Verify(x509.VerifyOptions{
		Roots:         trust.Roots,
		Intermediates: trust.Intermediates,
		CurrentTime:   now,
		// The use is looked at by verifyUsage: without this only certificates of servers would do.
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	})
	var invalid x509.CertificateInvalidError
	if errors.As(err, &invalid) && invalid.Reason == x509.Expired {
		return nil, refuse("VALIDITY", "%v", err)
	}
	if err != nil {
		return nil, refuse("CHAIN", "%v", err)
	}
	return leaf, nil
}

func verifyUsage(leaf *x509.Certificate, isLogin bool) error {
	const signs, commits = x509.KeyUsageDigitalSignature, x509.KeyUsageContentCommitment
	if !isLogin {
		// Content commitment is also called non-repudiation.
		if leaf.KeyUsage&commits == 0 || leaf.KeyUsage&signs != 0 {
			return refuse("USAGE", "the certificate is not one for signatures")
		}
		return nil
	}
	if leaf.KeyUsage&signs != 0 {
		for _, usage := range leaf.ExtKeyUsage {
			if usage == x509.ExtKeyUsageClientAuth {
				return nil
			}
		}
	}
	return refuse("USAGE", "the certificate is not one for log-ins")
}

func verifyLevel(leaf *x509.Certificate, said, least string, isLogin bool) error {
	policies := signaturePolicies
	if isLogin {
		policies = loginPolicies
	}
	certified := false
	for _, policy := range leaf.PolicyIdentifiers {
		certified = certified || policies[policy.String()] == said && said != ""
	}
	if !certified {
		return refuse("LEVEL", "the answer says %q, the certificate does not", said)
	}
	if levels[said] < levels[least] {
		return refuse("LEVEL", "%s is below %s", said, least)
	}
	return nil
}

// signedDigest is what the citizen's key has signed.
func signedDigest(asked Asked, answer Status, scheme string) ([]byte, error) {
	if asked.Body.SignatureProtocol == "ACSP_V2" {
		payload, err := acspPayload(asked, answer, scheme)
		digest := sha256.Sum256([]byte(payload))
		return digest[:], err
	}
	digest, err := base64.StdEncoding.Strict().DecodeString(asked.Body.Parameters.Digest)
	if err != nil || len(digest) != sha256.Size {
		return nil, refuse("MALFORMED", "the digest that was asked for")
	}
	if asked.Document != nil && sha256.Sum256(asked.Document) != *(*[sha256.Size]byte)(digest) {
		return nil, refuse("SIGNATURE", "the digest is not that of the document")
	}
	return digest, nil
}

// acspPayload joins the eleven fields of ACSP_V2. What is ours comes from the request, never from the answer.
func acspPayload(asked Asked, answer Status, scheme string) (string, error) {
	var offered []Interaction
	text, err := base64.StdEncoding.DecodeString(asked.Body.Interactions)
	if err == nil {
		err = json.Unmarshal(text, &offered)
	}
	if err != nil {
		return "", refuse("MALFORMED", "the interactions that were asked for: %v", err)
	}
	known := false
	for _, interaction := range offered {
		known = known || interaction.Type == answer.InteractionTypeUsed
	}
	if !known {
		return "", refuse("PROTOCOL", "an interaction that was not offered: %q", answer.InteractionTypeUsed)
	}
	// Of the Base64 text as it was sent, not of the JSON in it.
	interactions := sha256.Sum256([]byte(asked.Body.Interactions))
	return strings.Join([]string{
		scheme,
		"ACSP_V2",
		answer.Signature.ServerRandom,
		asked.Body.Parameters.RPChallenge,
		answer.Signature.UserChallenge,
		base64.StdEncoding.EncodeToString([]byte(asked.Body.RelyingPartyName)),
		"",
		base64.StdEncoding.EncodeToString(interactions[:]),
		answer.InteractionTypeUsed,
		"", // the callback: of Web2App and App2App only
		asked.Flow,
	}, "|"), nil
}

func verifySignature(leaf *x509.Certificate, digest []byte, text string) ([]byte, error) {
	key, ok := leaf.PublicKey.(*ecdsa.PublicKey)
	if !ok || key.Curve != elliptic.P256() {
		return nil, refuse("SIGNATURE", "not a key on P-256")
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, refuse("MALFORMED", "the signature: %v", err)
	}
	if !ecdsa.VerifyASN1(key, digest, signature) {
		return nil, refuse("SIGNATURE", "the signature is not by this key over what was asked")
	}
	return signature, nil
}
