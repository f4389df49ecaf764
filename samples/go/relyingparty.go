package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	pollTime = 30 * time.Second
	patience = 150 * time.Second // a session ends after 120 s at the latest
	maxBody  = 1 << 20
)

// Body is a request. Its texts are signed as they were sent.
type Body struct {
	RelyingPartyUUID  string     `json:"relyingPartyUUID"`
	RelyingPartyName  string     `json:"relyingPartyName"`
	CertificateLevel  string     `json:"certificateLevel"`
	SignatureProtocol string     `json:"signatureProtocol"`
	Parameters        Parameters `json:"signatureProtocolParameters"`
	Interactions      string     `json:"interactions"`
}

// Parameters are those of either protocol.
type Parameters struct {
	RPChallenge         string `json:"rpChallenge,omitempty"`
	Digest              string `json:"digest,omitempty"`
	SignatureAlgorithm  string `json:"signatureAlgorithm"`
	AlgorithmParameters struct {
		HashAlgorithm string `json:"hashAlgorithm"`
	} `json:"signatureAlgorithmParameters"`
}

// Interaction is one of the ways in which the phone may ask.
type Interaction struct {
	Type          string `json:"type"`
	DisplayText60 string `json:"displayText60,omitempty"`
}

// Status is the answer of GET /session/{id}.
type Status struct {
	State  string `json:"state"`
	Result struct {
		EndResult      string `json:"endResult"`
		DocumentNumber string `json:"documentNumber"`
	} `json:"result"`
	SignatureProtocol   string `json:"signatureProtocol"`
	InteractionTypeUsed string `json:"interactionTypeUsed"`
	Signature           *struct {
		Value         string `json:"value"`
		FlowType      string `json:"flowType"`
		ServerRandom  string `json:"serverRandom"`
		UserChallenge string `json:"userChallenge"`
	} `json:"signature"`
	Certificate *struct {
		Value            string `json:"value"`
		CertificateLevel string `json:"certificateLevel"`
	} `json:"cert"`
}

// VerificationCode is to be shown. A log-in by link has it as a plain text, everything else as an object.
type VerificationCode string

// UnmarshalJSON takes either form.
func (code *VerificationCode) UnmarshalJSON(text []byte) error {
	var object struct{ Value string }
	if json.Unmarshal(text, &object) == nil {
		*code = VerificationCode(object.Value)
		return nil
	}
	return json.Unmarshal(text, (*string)(code))
}

// Opened is a session that runs.
type Opened struct {
	Asked            Asked            `json:"-"`
	At               time.Time        `json:"-"` // when the answer came: links count their seconds from here
	SessionID        string           `json:"sessionID"`
	VerificationCode VerificationCode `json:"vc"`
	SessionToken     string           `json:"sessionToken"`
	SessionSecret    []byte           `json:"sessionSecret"` // encoding/json decodes the Base64
	DeviceLinkBase   string           `json:"deviceLinkBase"`
}

// A ServiceError is an answer that is not 200. Programs look at Code; docs/errors.md has all of them.
type ServiceError struct {
	Status     int
	Code       string `json:"code"`
	Detail     string `json:"detail"`
	RetryAfter time.Duration
}

func (e *ServiceError) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Code, e.Detail) }

// RelyingParty makes the calls of a relying party.
type RelyingParty struct {
	URL    string
	UUID   string
	Name   string
	Secret string
	Scheme string
	client http.Client
}

// NewRelyingParty refuses to send a secret in the clear.
func NewRelyingParty(address, uuid, name, secret, scheme string) (*RelyingParty, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	switch host := parsed.Hostname(); {
	case parsed.Scheme == "https", host == "127.0.0.1", host == "::1", host == "localhost":
	default:
		return nil, fmt.Errorf("the secret travels over https only, not to %s", address)
	}
	return &RelyingParty{
		URL: strings.TrimRight(address, "/"), UUID: uuid, Name: name, Secret: secret, Scheme: scheme,
		client: http.Client{
			Timeout:       pollTime + 10*time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// LogIn asks the phones of a person.
func (party *RelyingParty) LogIn(ctx context.Context, person, text string) (*Opened, error) {
	body, err := party.loginBody(text)
	if err != nil {
		return nil, err
	}
	path := "/authentication/notification/etsi/" + url.PathEscape(person)
	return party.open(ctx, path, Asked{Body: body, Flow: "Notification", Person: person})
}

// LogInByLink asks whoever scans the link.
func (party *RelyingParty) LogInByLink(ctx context.Context, text string) (*Opened, error) {
	body, err := party.loginBody(text)
	if err != nil {
		return nil, err
	}
	return party.open(ctx, "/authentication/device-link/anonymous", Asked{Body: body, Flow: "QR"})
}

// Sign asks a person to sign the SHA-256 of a document.
func (party *RelyingParty) Sign(ctx context.Context, person string, document []byte, text string) (*Opened, error) {
	digest := sha256.Sum256(document)
	parameters := Parameters{Digest: base64.StdEncoding.EncodeToString(digest[:])}
	body, err := party.body("RAW_DIGEST_SIGNATURE", parameters, text)
	if err != nil {
		return nil, err
	}
	path := "/signature/notification/etsi/" + url.PathEscape(person)
	return party.open(ctx, path, Asked{Body: body, Flow: "Notification", Person: person, Document: document})
}

// Link is the text of the QR code at this moment; one older than 20 s is refused, so make another every second.
func (party *RelyingParty) Link(opened *Opened) string {
	link := fmt.Sprintf("%s?deviceLinkType=QR&elapsedSeconds=%d&sessionToken=%s&sessionType=auth&version=1.0&lang=mon",
		opened.DeviceLinkBase, int(time.Since(opened.At).Seconds()), opened.SessionToken)
	mac := hmac.New(sha256.New, opened.SessionSecret)
	io.WriteString(mac, strings.Join([]string{
		party.Scheme,
		"ACSP_V2",
		opened.Asked.Body.Parameters.RPChallenge,
		base64.StdEncoding.EncodeToString([]byte(party.Name)),
		"",
		opened.Asked.Body.Interactions,
		"",
		link,
	}, "|"))
	return link + "&authCode=" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Wait waits for the session's end. The poll waits at the server; asking may be repeated, opening a session may not.
func (party *RelyingParty) Wait(ctx context.Context, opened *Opened) (Status, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	path := fmt.Sprintf("/session/%s?timeoutMs=%d", opened.SessionID, pollTime.Milliseconds())
	pause := time.Second
	for {
		var status Status
		err := party.call(ctx, http.MethodGet, path, nil, &status)
		var refused *ServiceError
		wait := pause
		switch {
		case err == nil && status.State != "RUNNING":
			return status, nil
		case err == nil:
			pause = time.Second
			continue
		case errors.As(err, &refused) && refused.Status != 429 && refused.Status != 503:
			return Status{}, err
		case refused != nil && refused.RetryAfter > 0:
			wait = refused.RetryAfter
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			_ = party.Cancel(opened) // at best: it ends by itself as well
			return Status{}, fmt.Errorf("session %s has not ended: %w", opened.SessionID, ctx.Err())
		}
		if pause *= 2; pause > 10*time.Second {
			pause = 10 * time.Second
		}
	}
}

// Cancel ends a session that the user has left. It has a time of its own: that of the caller may be over.
func (party *RelyingParty) Cancel(opened *Opened) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return party.call(ctx, http.MethodDelete, "/session/"+opened.SessionID, nil, &Status{})
}

func (party *RelyingParty) loginBody(text string) (Body, error) {
	challenge := make([]byte, 64)
	if _, err := rand.Read(challenge); err != nil {
		return Body{}, err
	}
	return party.body("ACSP_V2", Parameters{RPChallenge: base64.StdEncoding.EncodeToString(challenge)}, text)
}

func (party *RelyingParty) body(protocol string, parameters Parameters, text string) (Body, error) {
	interactions, err := json.Marshal([]Interaction{{Type: "displayTextAndPIN", DisplayText60: text}})
	parameters.SignatureAlgorithm = "ecdsa-with-SHA256"
	parameters.AlgorithmParameters.HashAlgorithm = "SHA-256"
	return Body{
		RelyingPartyUUID:  party.UUID,
		RelyingPartyName:  party.Name,
		CertificateLevel:  "QUALIFIED",
		SignatureProtocol: protocol,
		Parameters:        parameters,
		Interactions:      base64.StdEncoding.EncodeToString(interactions),
	}, err
}

func (party *RelyingParty) open(ctx context.Context, path string, asked Asked) (*Opened, error) {
	opened := &Opened{Asked: asked}
	if err := party.call(ctx, http.MethodPost, path, asked.Body, opened); err != nil {
		return nil, err
	}
	opened.At = time.Now()
	return opened, nil
}

func (party *RelyingParty) call(ctx context.Context, method, path string, body, answer any) error {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, party.URL+path, content)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+party.Secret)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := party.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		refused := &ServiceError{}
		// A proxy in between answers in its own words: then there is no code.
		_ = json.Unmarshal(text, refused)
		refused.Status = response.StatusCode
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		refused.RetryAfter = time.Duration(seconds) * time.Second
		return refused
	}
	return json.Unmarshal(text, answer)
}
