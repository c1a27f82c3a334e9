package io.cambric.models.gpt2;

import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;

/**
 * The feed-forward layer of GPT-2.
 *
 * <p>Shapes: {@code [..., nEmbd]} are kept.
 *
 * <p>Variables: {@code params/c_fc}, {@code c_proj}. Random streams: {@code dropout}, only in
 * training.
 *
 * @param config sizes and options
 */
@Module(name = "GPT2MLP")
record Gpt2MlpDef(Gpt2Config config) {

  /** {@return the output, in training with dropout} */
  @Compact
  Array call(Array x, boolean train) {
    var hidden =
        Dense.of(config.nInner())
            .withKernelInit(normal(config.initializerRange()))
            .named("c_fc")
            .call(x);
    var output =
        Dense.of(config.nEmbd())
            .withKernelInit(normal(config.residualRange()))
            .named("c_proj")
            .call(config.activationFunction().apply(hidden));
    return Dropout.of(config.residPdrop()).call(output, !train);
  }
}
