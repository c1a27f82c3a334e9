package io.cambric.models.llama;

import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/**
 * The gated feed-forward layer of Llama, {@code down(act(gate(x)) * up(x))}.
 *
 * <p>Shapes: {@code [..., hiddenSize]} are kept.
 *
 * <p>Variables: {@code params/gate_proj}, {@code up_proj}, {@code down_proj}.
 *
 * @param config sizes and options
 * @see <a href="https://arxiv.org/abs/2002.05202">Shazeer, 2020</a>
 */
@Module(name = "LlamaMLP")
record LlamaMlpDef(LlamaConfig config) {

  @Compact
  Array call(Array x) {
    var gate = map("gate_proj", config.intermediateSize(), x);
    var up = map("up_proj", config.intermediateSize(), x);
    return map("down_proj", config.hiddenSize(), config.hiddenAct().apply(gate).mul(up));
  }

  private Array map(String name, int features, Array x) {
    return Dense.of(features)
        .withUseBias(config.mlpBias())
        .withKernelInit(normal(config.initializerRange()))
        .named(name)
        .call(x);
  }
}
