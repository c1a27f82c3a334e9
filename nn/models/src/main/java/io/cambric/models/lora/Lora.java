package io.cambric.models.lora;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.random.Initializer;
import io.cambric.random.Initializers;
import io.cambric.random.Key;
import io.cambric.random.VarianceScaling.Distribution;
import io.cambric.random.VarianceScaling.Mode;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.TreeMap;

/**
 * Low-rank adaptation: {@code kernel + scale * a b}, where only {@code a} and {@code b} are
 * trained. In the beginning {@code b} is zero, so that the model is unchanged.
 *
 * @param rank columns of {@code a} and rows of {@code b}
 * @param scale factor of the addition
 * @param targets layers whose kernels are adapted, by the ends of their paths, such as {@code
 *     query} or {@code attention/out}
 * @see <a href="https://arxiv.org/abs/2106.09685">Hu et al., 2021</a>
 * @see <a href="https://huggingface.co/docs/peft/package_reference/lora">LoraConfig of PEFT</a>
 */
public record Lora(int rank, double scale, List<String> targets) {

  private static final String KERNEL = "/kernel";

  /** As PyTorch initialises a linear layer: uniform, within one over the root of the inputs. */
  private static final Initializer FIRST =
      Initializers.varianceScaling(1.0 / 3, Mode.FAN_IN, Distribution.UNIFORM);

  /**
   * Checks the numbers, and copies the list.
   *
   * @throws HyperparameterException if the rank is below 1, the scale is no number, or there is no
   *     target
   */
  public Lora {
    targets = List.copyOf(targets);
    if (rank < 1 || !Double.isFinite(scale)) {
      throw new HyperparameterException(
          "Lora needs a rank of at least 1 and a finite scale, but got %d and %s. A rank of 8 and a scale of 2 are usual."
              .formatted(rank, scale));
    }
    if (targets.isEmpty()) {
      throw new HyperparameterException(
          "Lora needs layers to adapt, but got none. Name the ends of their paths, such as query.");
    }
  }

  /** {@return adaptation of some layers with a scale of {@code alpha / rank}} */
  public static Lora of(int rank, double alpha, String... targets) {
    return new Lora(rank, alpha / rank, List.of(targets));
  }

  /**
   * {@return additions that change nothing yet}
   *
   * @param variables of the model
   * @throws DataException if no kernel of two axes has such a path
   */
  public LoraParams init(Key key, Variables variables) {
    var pairs = new TreeMap<String, LoraPair>();
    Trees.<Variables, Object>mapWithPath(
        variables,
        (path, leaf) -> {
          if (leaf instanceof Array kernel && kernel.rank() == 2 && isTarget(path)) {
            pairs.put(path, pair(key.foldIn(pairs.size()), kernel.aval()));
          }
          return leaf;
        });
    if (pairs.isEmpty()) {
      throw new DataException(
          "No layer with a kernel of two axes has a path that ends in one of %s. Variables.toString() shows the paths."
              .formatted(targets));
    }
    return new LoraParams(pairs);
  }

  private LoraPair pair(Key key, ShapedArray kernel) {
    var a = Shape.of(kernel.shape().dim(0), rank);
    var b = Shape.of(rank, kernel.shape().dim(1));
    return new LoraPair(
        FIRST.init(key, a, kernel.dtype()), Initializers.zeros().init(key, b, kernel.dtype()));
  }

  private boolean isTarget(String path) {
    return path.endsWith(KERNEL)
        && targets.stream().anyMatch(target -> path.endsWith("/" + target + KERNEL));
  }

  /**
   * {@return the variables of the model with the additions in them; can be differentiated}
   *
   * @throws DataException if an addition belongs to no variable
   */
  public Variables merge(Variables variables, LoraParams params) {
    var left = new TreeMap<>(params.pairs());
    Variables merged =
        Trees.<Variables, Object>mapWithPath(
            variables,
            (path, leaf) -> {
              var pair = left.remove(path);
              return pair == null ? leaf : ((Array) leaf).add(pair.a().matmul(pair.b()).mul(scale));
            });
    if (!left.isEmpty()) {
      throw new DataException(
          "No variables are at %s, to which something would be added. Merge into the model that was adapted."
              .formatted(left.keySet()));
    }
    return merged;
  }
}
