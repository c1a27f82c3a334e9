package example;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

/**
 * A perceptron with one hidden layer of {@link Dense}.
 *
 * <p>Shapes: {@code [..., in] -> [..., out]}.
 *
 * @param hiddenSize width of the hidden layer
 * @param outSize width of the output
 */
@Module
record MlpDef(int hiddenSize, int outSize) {

  /** Creates a perceptron with ten outputs. */
  MlpDef(int hiddenSize) {
    this(hiddenSize, 10);
  }

  /**
   * Computes the output.
   *
   * @param x the input
   * @return the logits
   */
  @Compact
  Array call(Array x) {
    var h = relu(Dense.of(hiddenSize).call(x));
    return Dense.of(outSize).call(h);
  }
}
