package io.cambric.transform;

import static io.cambric.transform.Transforms.evalShape;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.TreeStructureException;
import io.cambric.numpy.Numpy;
import io.cambric.testing.TestArrays;
import io.cambric.transform.result.Carry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Static leaves: values other than arrays in the trees that transformed functions take and return.
 */
class StaticLeavesTest {

  private static final NdArray X = TestArrays.vector(1, 2);

  private static final String NEEDS =
      "A tree of a transformed function needs arrays, numbers and immutable values as "
          + "leaves, but ";

  record Weights(Array[] layers) {}

  record Batch(Array x, float[] raw) {}

  record Config(@Static List<Integer> sizes, Array x) {}

  record Maybe(Array x, Optional<Array> bias) {}

  private static void assertRefused(ThrowingCallable call, String culprit) {
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(call)
        .withMessage(NEEDS + culprit);
  }

  @Test
  void a_java_array_is_no_argument_of_jit_since_refilling_it_would_change_nothing() {
    var copies = " is of type float[]. Pass array(...) of it, which copies its elements.";
    assertRefused(
        () -> jit((float[] values) -> Numpy.array(values)).apply(new float[2]), "\"0\"" + copies);
    assertRefused(
        () -> jit((Array x, Batch b) -> b.x()).apply(X, new Batch(X, new float[1])),
        "\"1/raw\"" + copies);
  }

  @Test
  void collections_that_are_no_pytrees_are_no_arguments_of_jit() {
    var list = "Pass List.copyOf(...) of it.";
    assertRefused(
        () -> jit((Deque<Array> d) -> d.getFirst()).apply(new ArrayDeque<>(List.of(X))),
        "\"0\" is of type ArrayDeque. " + list);
    assertRefused(
        () -> jit((Set<Array> s) -> s.iterator().next()).apply(Set.of(X)),
        "\"0\" is of type ImmutableCollections$Set12. " + list);
    assertRefused(
        () ->
            jit((Collection<Array> s) -> s.iterator().next())
                .apply(new HashMap<String, Array>(Map.of("a", X)).values()),
        "\"0\" is of type HashMap$Values. " + list);
  }

  @Test
  void an_array_of_arrays_is_refused_where_it_would_come_back_as_its_own_gradient() {
    assertRefused(
        () -> grad((Weights w) -> w.layers()[0].sum()).apply(new Weights(new Array[] {X})),
        "\"layers\" is of type Array[]. Pass List.of(...) of its elements, or one array that stacks"
            + " them.");
  }

  @Test
  void every_transformation_refuses_them() {
    var batch = new Batch(X, new float[1]);
    var culprit = "\"raw\" is of type float[]. Pass array(...) of it, which copies its elements.";
    assertRefused(() -> vmap((Batch b) -> b.x()).apply(batch), "\"0/raw\"" + culprit.substring(5));
    assertRefused(() -> whileLoop((Batch b) -> b.x().sum().lt(0), (Batch b) -> b, batch), culprit);
    assertRefused(() -> scan((Batch b, Array x) -> new Carry<>(b, x), batch, X), culprit);
    assertRefused(() -> evalShape((Batch b) -> b.x(), batch), culprit);
  }

  @Test
  void results_are_held_to_the_same_rule() {
    assertRefused(
        () -> jit((Array x) -> new float[] {1}).apply(X),
        "it is of type float[]. Pass array(...) of it, which copies its elements.");
  }

  @Test
  void a_mutable_list_is_no_static_component() {
    var sizes = new ArrayList<>(List.of(1));
    var step = jit((Config c) -> c.x().mul(c.sizes().getFirst()));

    assertThat(step.apply(new Config(List.copyOf(sizes), X))).isNotNull();
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> step.apply(new Config(sizes, X)))
        .withMessage(
            "A tree of a transformed function needs immutable values as static components, "
                + "but \"0/sizes\" is of type ArrayList. Pass List.copyOf(...) of it.");
  }

  @Test
  void a_static_argument_is_a_value_that_never_changes() {
    var step = jit((Array x, Object how) -> x.add(1)).statics(1);

    assertThat(step.apply(X, List.of("a", Duration.ofDays(1)))).isNotNull();
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> step.apply(X, new int[1]))
        .withMessage(
            "Static argument 1 of jit needs immutable values, but it is of type int[]. Use "
                + "a List of its elements, or pass it as an array outside the static values.");
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() -> step.apply(X, X))
        .withMessage(
            "Static argument 1 of jit needs immutable values, but it is of type NdArray. "
                + "Pass its contents as arrays, which are not static. An immutable class that "
                + "defines equals may implement Opaque.");
  }

  @Test
  void an_empty_optional_stays_one() {
    var empty = new Maybe(X, Optional.empty());

    assertThat(grad((Maybe m) -> m.x().sum()).apply(empty).bias()).isEmpty();
    assertThat(jit((Maybe m) -> m).apply(empty).bias()).isEmpty();
    assertThat(vmap((Maybe m) -> m).apply(empty).bias()).isEmpty();
    assertThat(jit((Maybe m) -> m.bias().isPresent() ? "both" : "one").apply(empty))
        .isEqualTo("one");
    assertThat(whileLoop((Maybe m) -> m.x().sum().lt(0), (Maybe m) -> m, empty).bias()).isEmpty();
    assertThat(
            scan(
                    (Maybe m, Array x) -> new Carry<>(new Maybe(x, m.bias()), m),
                    new Maybe(X.get(0), Optional.empty()),
                    X)
                .carry()
                .bias())
        .isEmpty();
  }

  @Test
  void lists_and_maps_come_back_as_the_class_that_they_were_given_as() {
    var map = new HashMap<String, Array>(Map.of("a", X));
    var list = new ArrayList<Array>(List.of(X, X));

    HashMap<String, Array> slopes = grad((HashMap<String, Array> m) -> m.get("a").sum()).apply(map);
    ArrayList<Array> mapped = vmap((ArrayList<Array> l) -> l).apply(list);
    HashMap<String, Array> jitted = jit((HashMap<String, Array> m) -> m).apply(map);
    ArrayList<Array> carried =
        whileLoop(
            (ArrayList<Array> l) -> l.getFirst().sum().lt(0), (ArrayList<Array> l) -> l, list);

    assertThat(slopes.get("a").toString()).isEqualTo(TestArrays.vector(1, 1).toString());
    assertThat(mapped).hasSize(2);
    assertThat(jitted).containsOnlyKeys("a");
    assertThat(carried).hasSize(2);
  }
}
