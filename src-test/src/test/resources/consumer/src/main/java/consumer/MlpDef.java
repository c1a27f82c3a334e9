package consumer;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;

@Module
record MlpDef(int hiddenSize) {
  @Compact
  Array call(Array x) {
    return Dense.of(1).call(relu(Dense.of(hiddenSize).call(x)));
  }
}
