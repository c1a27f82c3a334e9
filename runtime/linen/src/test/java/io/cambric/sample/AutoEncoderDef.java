package io.cambric.sample;

import io.cambric.core.Array;

/** Two halves that can be called alone. */
record AutoEncoderDef(int latents, int features) {

  record Parts(Dense encoder, Dense decoder) {}

  Parts parts() {
    return new Parts(Dense.of(latents), Dense.of(features));
  }

  Array call(Parts parts, Array x) {
    return parts.decoder().call(encode(parts, x));
  }

  Array encode(Parts parts, Array x) {
    return parts.encoder().call(x);
  }
}
