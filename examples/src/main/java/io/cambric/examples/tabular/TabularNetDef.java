package io.cambric.examples.tabular;

import static io.cambric.numpy.Activations.relu;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Dims;
import io.cambric.annotations.Example;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.List;

/**
 * A perceptron over numbers and embeddings of categories.
 *
 * <p>Shapes: {@code numbers: [rows, n], categories: i32[rows, c] -> [rows, classes]}, the logits.
 *
 * <p>Random streams: {@code dropout}, only while training.
 *
 * @param cardinalities rows of the table of each category
 * @param hidden width of the two hidden layers
 * @param classes width of the logits
 * @param dropout fraction of hidden units zeroed while training, in {@code [0, 1)}
 */
@Module
@Example(
    module = "TabularNet.of(List.of(7, 100), 32, 3, 0.1)",
    in = {"f32[4, 5]", "i32[4, 2]", "true"},
    out = "f32[4, 3]")
record TabularNetDef(List<Integer> cardinalities, int hidden, int classes, double dropout) {

  /** The widest embedding; one of few categories has half as many features as rows. */
  private static final int MAX_FEATURES = 16;

  @Compact
  @Dims("batch classes")
  Array call(@Dims("batch _") Array numbers, @Dims("batch _") Array categories, boolean train) {
    var parts = new ArrayList<Array>();
    parts.add(numbers);
    for (int i = 0; i < cardinalities.size(); i++) {
      int features = Math.min(MAX_FEATURES, Math.ceilDiv(cardinalities.get(i), 2));
      parts.add(Embed.of(cardinalities.get(i), features).call(categories.get(":, " + i)));
    }
    var h = Numpy.concatenate(parts, -1);
    h = relu(Dense.of(hidden).call(h));
    h = Dropout.of(dropout).call(h, !train);
    h = relu(Dense.of(hidden).call(h));
    h = Dropout.of(dropout).call(h, !train);
    return Dense.of(classes).named("logits").call(h);
  }
}
