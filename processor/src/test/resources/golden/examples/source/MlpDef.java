package example;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Example;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import java.util.List;
import java.util.Map;

/** A perceptron, with an example of each use. */
@Module
@Example(
    module = "Mlp.of(SIZES, NONE)",
    in = {"f32[2, 784]", "true"},
    out = "f32[2, 10]")
@Example(module = "Mlp.of(List.of(3), \"none\")", in = "bf16[ ]", method = "logits")
record MlpDef(List<Integer> sizes, String title) {

  static final List<Integer> SIZES = List.of(300, 100);
  static final String NONE = "none";

  @Compact
  Array call(Array x, boolean train) {
    var h = x;
    for (int size : sizes) {
      h = relu(Dense.of(size).call(h));
    }
    return Dropout.of(0.5).call(h, !train);
  }

  Array logits(Array x) {
    return x;
  }

  Map<String, Integer> counts() {
    return Map.of();
  }
}
