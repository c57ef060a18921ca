export function onResponse(req, res) {
  res.env.setSecret('token', res.json().token);
}

export function onTest(req, res) {
  test('answers with a token', () => {
    expect(res.json().token).toEqual(expect.any(String));
  });
}
