package io.cambric.models.lora;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parameters that are trained instead of a model. A pytree.
 *
 * @param pairs the factors of each addition, by the path of the kernel
 * @param magnitudes the norms of the columns of kernels, {@code [out]}, by the path of the kernel;
 *     a kernel without an entry keeps its computed norms
 * @param biases additions to biases, {@code [out]}, by the path of the bias
 * @param replaced values that replace variables of the model, by path
 * @see <a href="https://arxiv.org/abs/2402.09353">Liu et al., 2024, on magnitudes</a>
 */
@PyTree
public record LoraParams(
    Map<String, LoraPair> pairs,
    Map<String, Array> magnitudes,
    Map<String, Array> biases,
    Map<String, Array> replaced) {

  /** Copies the maps, in the order of the paths. */
  public LoraParams {
    pairs = sorted(pairs);
    magnitudes = sorted(magnitudes);
    biases = sorted(biases);
    replaced = sorted(replaced);
  }

  /** Additions to kernels alone. */
  public LoraParams(Map<String, LoraPair> pairs) {
    this(pairs, Map.of(), Map.of(), Map.of());
  }

  private static <T> Map<String, T> sorted(Map<String, T> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }
}
