package io.cambric.conformance.report;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.lax.Lax;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The rule for ill-conditioned results, such as gradients and searches, which an ulp of the inputs
 * moves further than their tolerance. If such a result misses, every floating input and parameter
 * is moved by one ulp up or down, and the result is computed again. The permitted absolute error is
 * three times the largest change in its array. The tolerances of the Optax files were measured by
 * this rule, as their README says.
 *
 * <p>No case passes by it silently: {@link FamilyResult#conditioningLine} gives their number.
 */
public final class Conditioning {

  private static final int TRIALS = 4;
  private static final double FACTOR = 3;

  private Conditioning() {}

  /**
   * Runs a comparison, and again by this rule if something differs.
   *
   * @param comparison compares the result at inputs whose leaves it hands to the function first
   */
  public static void check(BiConsumer<Function<Object, ?>, Check> comparison, Check check) {
    var plain = new Check();
    comparison.accept(Function.identity(), plain);
    if (plain.differences().isEmpty()) {
      return;
    }
    var slack = new HashMap<String, Double>();
    for (int seed = 0; seed < TRIALS; seed++) {
      var random = new Random(seed);
      var moved = new Check();
      comparison.accept(leaf -> moved(leaf, random), moved);
      plain
          .arrays()
          .forEach((what, array) ->
              slack.merge(what, FACTOR * change(array, moved.arrays().get(what)), Math::max));
    }
    var conditioned = new Check(Map.copyOf(slack));
    comparison.accept(Function.identity(), conditioned);
    if (conditioned.differences().isEmpty()) {
      check.noteConditioned();
    } else {
      plain.differences().forEach(check::fail);
    }
  }

  private static Object moved(Object leaf, Random random) {
    if (!(leaf instanceof NdArray array) || !array.dtype().isFloating()) {
      return leaf;
    }
    float[] signs = new float[array.size()];
    for (int i = 0; i < signs.length; i++) {
      signs[i] = random.nextBoolean() ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY;
    }
    Array towards = NdArray.of(array.shape(), signs).astype(array.dtype());
    return Lax.nextafter(array, towards);
  }

  /** {@return the largest change of a finite element} */
  private static double change(NdArray before, NdArray after) {
    double largest = 0;
    for (int i = 0; i < before.size(); i++) {
      double change = Math.abs(before.getDouble(i) - after.getDouble(i));
      if (Double.isFinite(change)) {
        largest = Math.max(largest, change);
      }
    }
    return largest;
  }
}
