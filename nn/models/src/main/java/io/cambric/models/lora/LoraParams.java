package io.cambric.models.lora;

import io.cambric.annotations.PyTree;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Additions to kernels, which are what is trained. A pytree.
 *
 * @param pairs the factors of each addition, by the path of the kernel
 */
@PyTree
public record LoraParams(Map<String, LoraPair> pairs) {

  /** Copies the map, in the order of the paths. */
  public LoraParams {
    pairs = Collections.unmodifiableMap(new TreeMap<>(pairs));
  }
}
