package io.cambric.models.lora;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.file.support.Quoted;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.VarianceScaling.Distribution;
import io.cambric.numpy.VarianceScaling.Mode;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Low-rank adaptation: {@code kernel + scale * a b}, where only {@code a} and {@code b} are
 * trained. In the beginning {@code b} is zero, so that the model is unchanged.
 *
 * <p>Adapters of other programs may also have a scale for each kernel, kernels with a part removed,
 * and the other entries of {@link LoraParams}.
 *
 * @param rank columns of {@code a} and rows of {@code b}
 * @param scale factor of the additions
 * @param targets layers whose kernels are adapted, by the ends of their paths, such as {@code
 *     query} or {@code attention/out}
 * @param scales factors of the additions to some kernels, by path, in place of {@code scale}
 * @param start the part removed from kernels before the training
 * @see <a href="https://arxiv.org/abs/2106.09685">Hu et al., 2021</a>
 * @see <a href="https://huggingface.co/docs/peft/package_reference/lora">LoraConfig of PEFT</a>
 */
public record Lora(
    int rank, double scale, List<String> targets, Map<String, Double> scales, LoraStart start) {

  private static final String KERNEL = "/kernel";

  /** As PyTorch initialises a linear layer: uniform, within one over the root of the inputs. */
  private static final Initializer FIRST =
      Initializers.varianceScaling(1.0 / 3, Mode.FAN_IN, Distribution.UNIFORM);

  private static final String BIAS = "/bias";

  /**
   * Checks the numbers, and copies list and map.
   *
   * @throws HyperparameterException if the rank is below 1, a scale is no number, or there is no
   *     target
   */
  public Lora {
    targets = List.copyOf(targets);
    scales = Collections.unmodifiableMap(new TreeMap<>(scales));
    if (rank < 1 || !Double.isFinite(scale)) {
      throw new HyperparameterException(
          "Lora needs a rank of at least 1 and a finite scale, but got %d and %s. A rank of 8 and a scale of 2 are usual."
              .formatted(rank, scale));
    }
    scales.forEach((path, each) -> {
      if (!Double.isFinite(each)) {
        throw new HyperparameterException(
            "Lora needs finite scales, but got %s for %s. A scale of 2 is usual."
                .formatted(each, Quoted.of(path)));
      }
    });
    if (targets.isEmpty()) {
      throw new HyperparameterException(
          "Lora needs layers to adapt, but got none. Pass the ends of their paths, such as query.");
    }
  }

  /**
   * Uses one scale for all kernels, which keep all their parts.
   *
   * @throws HyperparameterException if the rank is below 1, the scale is no number, or there is no
   *     target
   */
  public Lora(int rank, double scale, List<String> targets) {
    this(rank, scale, targets, Map.of(), LoraStart.WHOLE);
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
          "No layer with a two-axis kernel has a path that ends in one of %s. Variables.toString() shows the paths."
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
   * <p>Each variable keeps its dtype. Sums of half precision are computed in single precision, and
   * rounded once.
   *
   * @throws DataException if something belongs to no variable, or has another shape
   */
  public Variables merge(Variables variables, LoraParams params) {
    var left = new TreeSet<String>();
    left.addAll(params.pairs().keySet());
    left.addAll(params.biases().keySet());
    left.addAll(params.replaced().keySet());
    Variables merged =
        Trees.<Variables, Object>mapWithPath(
            variables,
            (path, leaf) -> left.remove(path) ? merged(path, (Array) leaf, params) : leaf);
    params.magnitudes().keySet().stream()
        .filter(path -> !params.pairs().containsKey(path))
        .forEach(left::add);
    if (!left.isEmpty()) {
      throw new DataException(
          "There are no variables at %s, where the adapter has additions. Merge into the adapted model."
              .formatted(left));
    }
    return merged;
  }

  private Array merged(String path, Array variable, LoraParams params) {
    var replaced = params.replaced().get(path);
    var base = replaced == null ? variable : require(path, variable, replaced, replaced.shape());
    var pair = params.pairs().get(path);
    var bias = params.biases().get(path);
    if (pair != null) {
      // A replaced kernel already lacks the removed part.
      var rest = replaced == null ? rest(path, base, pair) : base;
      base = sum(path, rest, pair, params.magnitudes().get(path));
    } else if (bias != null) {
      var added = require(path, variable, single(bias), bias.shape());
      base = base.add(added.mul(scale(kernel(path))));
    }
    return base.astype(variable.dtype());
  }

  private Array rest(String path, Array kernel, LoraPair pair) {
    return start.rest(kernel, pair.a().dim(1), scale(path));
  }

  private Array sum(String path, Array rest, LoraPair pair, @Nullable Array magnitude) {
    var shape = Shape.of(pair.a().dim(0), pair.b().dim(1));
    var first = require(path, rest, single(pair.a()), shape);
    var sum = rest.add(first.matmul(single(pair.b())).mul(scale(path)));
    return magnitude == null ? sum : withNorms(sum, magnitude);
  }

  private static Array require(String path, Array variable, Array added, Shape shape) {
    if (!shape.equals(variable.shape())) {
      throw new DataException(
          "Merging needs an addition of shape %s for %s, but it has %s. Merge into the adapted model."
              .formatted(variable.shape(), Quoted.of(path), shape));
    }
    return added;
  }

  /**
   * {@return columns rescaled to other norms; the gradient treats their present norms as constants}
   */
  private static Array withNorms(Array kernel, Array magnitude) {
    var norms = Numpy.sqrt(kernel.mul(kernel).sum(0));
    return kernel.mul(single(magnitude).div(Lax.stopGradient(norms)));
  }

  private static Array single(Array array) {
    return array.dtype().bytes() < Float.BYTES ? array.astype(DType.F32) : array;
  }

  private static String kernel(String bias) {
    return bias.substring(0, bias.length() - BIAS.length()) + KERNEL;
  }

  /** {@return the factor of the addition to a kernel} */
  public double scale(String path) {
    return scales.getOrDefault(path, scale);
  }
}
