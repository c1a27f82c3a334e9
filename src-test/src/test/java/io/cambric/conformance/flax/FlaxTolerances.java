package io.cambric.conformance.flax;

import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Tolerance;

/**
 * The tolerances of Flax cases, as their README states them.
 *
 * @param init of initial variables
 * @param forward of outputs and updates
 * @param gradient of gradients
 */
record FlaxTolerances(Tolerance init, Tolerance forward, Tolerance gradient) {

  private static final Tolerance SAMPLES = Tolerance.of(1e-6, 1e-6).orUlps(1);
  private static final Tolerance ORTHOGONAL = Tolerance.of(0, 1e-5).or(SAMPLES);
  private static final Tolerance FORWARD = Tolerance.of(2e-5, 2e-6);
  private static final Tolerance GRADIENT = Tolerance.of(1e-4, 1e-5);
  private static final Tolerance HALF = Tolerance.of(1e-2, 1e-2);
  private static final Tolerance HALF_GRADIENT = Tolerance.of(3e-2, 3e-2);

  /** The gradient of the bias of attention keys is truly zero. */
  private static final Tolerance KEY_BIAS = Tolerance.of(0, 1e-5);

  /** {@return the tolerances of a case by what its description mentions} */
  static FlaxTolerances of(GoldenCase golden) {
    var json = golden.json();
    var text =
        "%s %s %s".formatted(json.path("module"), json.path("attributes"), json.path("source"));
    boolean half =
        text.contains("bfloat16") || json.path("function").asString("").contains("bfloat16");
    // Recurrent kernels are orthogonal by default.
    boolean orthogonal =
        text.contains("orthogonal") || text.matches("(?s).*(Cell|RNN|Bidirectional).*");
    return new FlaxTolerances(
        orthogonal ? ORTHOGONAL : SAMPLES, half ? HALF : FORWARD, half ? HALF_GRADIENT : GRADIENT);
  }

  /** {@return the tolerance of the gradient of a parameter} */
  Tolerance gradient(String path) {
    return path.endsWith("/key/bias")
        ? KEY_BIAS.or(new Tolerance(0, gradient.atol(), false, 0, false))
        : gradient;
  }
}
