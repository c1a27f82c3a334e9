package example;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.Nowrap;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/** An encoder and a decoder. */
@Module(name = "AE")
record AutoEncoderDef(int latents, int features) {

  /**
   * The two halves.
   *
   * @param encoder to latents
   * @param decoder from latents
   */
  record Parts(@Named("enc") Dense encoder, Dense decoder) {}

  @Setup
  Parts parts() {
    return new Parts(Dense.of(latents), Dense.of(features));
  }

  /**
   * Encodes and decodes.
   *
   * @param parts hidden
   * @param x the input
   */
  Array call(Parts parts, Array x) {
    return parts.decoder().call(encode(parts, x));
  }

  Array encode(Parts parts, Array x) {
    return parts.encoder().call(x);
  }

  void warmUp(Parts parts) {}

  @Nowrap
  int ratio() {
    return features / latents;
  }
}
