package io.cambric.transform;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.OutsideIndex;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An index outside of its axis is found without running the function. */
class OutsideIndexTest {

  private static final Array TABLE = Numpy.ones(5, 2);

  private static void assertFound(Fn<Array, Array> function, Array indices, long index, int size) {
    assertThat(Debug.outsideIndex(function, indices))
        .hasValueSatisfying(found -> {
          assertThat(found.index()).isEqualTo(index);
          assertThat(found.size()).isEqualTo(size);
          assertThat(found.leaf()).isEmpty();
        });
  }

  private static void assertNone(Fn<Array, Array> function, Array indices) {
    assertThat(Debug.outsideIndex(function, indices)).isEmpty();
  }

  @Test
  void rows_of_a_table_are_looked_at() {
    Fn<Array, Array> rows = ids -> Numpy.take(TABLE, ids, 0);

    assertFound(rows, Numpy.array(0, 5, 1), 5, 5);
    assertFound(rows, Numpy.array(0, 2, -6), -6, 5);
    assertNone(rows, Numpy.array(0, 4, -5));
  }

  @Test
  void elements_along_an_axis_are_looked_at() {
    Fn<Array, Array> chosen = labels -> Numpy.takeAlongAxis(TABLE, labels.expandDims(-1), -1).sum();

    assertFound(chosen, Numpy.array(0, 1, 0, 1, 2), 2, 2);
    assertNone(chosen, Numpy.array(0, 1, 0, 1, -2));
  }

  @Test
  void calls_are_looked_into_and_each_has_operands_of_its_own() {
    var rows = jit((Array ids) -> Numpy.take(TABLE, ids.add(1), 0).sum());

    assertNone(ids -> rows.apply(ids).add(rows.apply(ids.sub(1))), Numpy.array(1, 3));
    assertFound(ids -> rows.apply(ids.sub(4)).add(rows.apply(ids)), Numpy.array(1, 4), 4, 5);
  }

  @Test
  void an_index_that_a_call_computes_is_looked_at() {
    var shifted = jit((Array ids) -> ids.mul(2));

    assertThat(
            Debug.outsideIndex(
                (Array ids) -> Numpy.take(TABLE, shifted.apply(ids), 0), Numpy.array(3)))
        .isPresent();
  }

  @Test
  void the_leaf_of_the_index_is_named() {
    var found =
        Debug.outsideIndex(
            (Map<String, Array> batch) -> Numpy.take(batch.get("x"), batch.get("labels"), 0),
            Map.of("labels", Numpy.array(7), "x", TABLE));

    assertThat(found).map(OutsideIndex::leaf).hasValue("labels");
  }

  @Test
  void an_index_of_several_leaves_is_given_as_it_is_read() {
    var found =
        Debug.outsideIndex(
            (List<Array> ids) -> Numpy.take(TABLE, ids.getFirst().add(ids.getLast()), 0),
            List.of(Numpy.array(3), Numpy.array(4)));

    assertThat(found).map(OutsideIndex::index).hasValue(7L);
    assertThat(found).map(OutsideIndex::leaf).hasValue("");
  }

  @Test
  void a_mode_that_moves_indices_inside_allows_any() {
    assertNone(ids -> Numpy.take(TABLE, ids, 0, GatherMode.CLIP), Numpy.array(9));
    assertNone(ids -> Numpy.take(TABLE, ids, 0, GatherMode.WRAP), Numpy.array(9));
  }

  @Test
  void indices_that_depend_on_floating_arrays_are_not_looked_at() {
    assertNone(x -> Numpy.take(TABLE, x.argmax(-1).add(9), 0), Numpy.array(1.0, 2.0));
  }

  @Test
  void a_function_of_floating_arrays_alone_is_not_traced() {
    assertNone(
        _ -> {
          throw new AssertionError("traced");
        },
        Numpy.array(1.0));
  }
}
