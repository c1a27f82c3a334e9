package io.cambric.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Variables of models, drawn at random, also those that start as ones or zeros. */
public final class RandomWeights {

  private RandomWeights() {}

  /** {@return random variables that a function of a module creates} */
  public static <M extends Module<M>> Variables of(M module, Fn<M, ?> function) {
    var count = new AtomicInteger();
    return Trees.map(
        ModelShapes.of(module, function),
        (ShapedArray aval) ->
            Random.normal(Key.of(count.getAndIncrement()), aval.shape(), aval.dtype()).mul(0.3));
  }

  /** Asserts that variables keep their values under the names of another library, and back. */
  public static void assertSurvive(
      Variables variables,
      Function<Variables, Map<String, NdArray>> names,
      Function<Map<String, NdArray>, Variables> load) {
    assertThat(arrays(load.apply(names.apply(variables)))).isEqualTo(arrays(variables));
  }

  private static Map<String, String> arrays(Variables variables) {
    var texts = new TreeMap<String, String>();
    Trees.<Variables, Object>mapWithPath(
        variables,
        (path, leaf) -> {
          var array = ((Array) leaf).concrete("test");
          texts.put(path, array.shape() + " " + Arrays.toString(array.toFloats()));
          return leaf;
        });
    return texts;
  }
}
