package io.cambric.core;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.ResultMemory;
import io.cambric.errors.DeletedArrayException;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArrayScopeTest {

  private static final int SIZE = 5000;

  private final Array one = Numpy.ones(SIZE);

  private static Object storage(Array array) {
    return ((NdArray) array).buffer().storage();
  }

  @Test
  void arrays_are_deleted_at_the_end_but_for_those_returned() {
    var made = new ArrayList<Array>();
    var kept =
        ArrayScope.call(() -> {
          made.add(one.add(1));
          made.add(made.getFirst().mul(3));
          return Map.of("sum", made.getFirst().add(made.getLast()), "last", made.getLast());
        });

    assertThat(made.getFirst().isDeleted()).isTrue();
    assertThat(kept.get("last")).isSameAs(made.getLast());
    assertThat(kept.get("last").toFloats()).containsOnly(6);
    assertThat(kept.get("sum").toFloats()).containsOnly(8);
    assertThat(one.isDeleted()).isFalse();
  }

  @Test
  void the_next_results_take_the_memory() {
    var memory = new ArrayList<Object>();
    ArrayScope.run(() -> memory.add(storage(one.add(1))));

    assertThat(storage(one.add(2))).isSameAs(memory.getFirst());
  }

  @Test
  void a_view_that_is_returned_keeps_its_memory() {
    var view = ArrayScope.call(() -> one.add(1).reshape(50, 100));

    assertThat(storage(one.add(2))).isNotSameAs(storage(view));
    assertThat(view.toFloats()).containsOnly(2);
  }

  @Test
  void an_array_that_is_kept_in_another_way_is_refused_later() {
    var hidden = new ArrayList<Array>();
    ArrayScope.run(() -> hidden.add(one.add(1)));

    assertThatExceptionOfType(DeletedArrayException.class)
        .isThrownBy(() -> hidden.getFirst().sum())
        .withMessage(
            "An array f32[5000] was used after it was deleted: its memory may now hold "
                + "another array. Delete it later, or keep a copy.");
  }

  @Test
  void code_that_throws_has_its_arrays_deleted() {
    var made = new ArrayList<Array>();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() ->
            ArrayScope.run(() -> {
              made.add(one.add(1));
              throw new IllegalStateException("no");
            }))
        .withMessage("no");

    assertThat(made.getFirst().isDeleted()).isTrue();
  }

  @Test
  void what_an_inner_scope_returns_belongs_to_the_outer_one() {
    var inner = new ArrayList<Array>();
    ArrayScope.run(() -> {
      inner.add(ArrayScope.call(() -> one.add(1)));
      assertThat(inner.getFirst().isDeleted()).isFalse();
    });

    assertThat(inner.getFirst().isDeleted()).isTrue();
  }

  @Test
  void a_program_that_is_traced_in_a_scope_keeps_its_constants() {
    Fn<Array, Array> f = jit((Array x) -> x.add(Numpy.arange(SIZE).mul(2.0)));
    var first = ArrayScope.call(() -> f.apply(one));

    assertThat(f.apply(one).toFloats()).isEqualTo(first.toFloats());
    assertThat(jit(f).apply(one).toFloats()).isEqualTo(first.toFloats());
  }

  @Test
  void within_transformations_a_scope_does_nothing() {
    Fn<Array, Array> f = x -> ArrayScope.call(() -> x.mul(x).sum());

    assertThat(jit(f).apply(one).toFloats()).containsExactly(SIZE);
    assertThat(grad(f).apply(one).toFloats()).containsOnly(2);
    assertThat(ArrayScope.call(() -> grad(f).apply(one)).toFloats()).containsOnly(2);
  }

  @Test
  void loops_outside_of_jit_use_the_memory_of_old_carries_again() {
    var before = ResultMemory.now();
    var last = Transforms.foriLoop(0, 20, (i, x) -> x.add(1), one);
    var after = ResultMemory.now();

    assertThat(last.toFloats()).containsOnly(21);
    assertThat(after.usedAgain() - before.usedAgain()).isGreaterThanOrEqualTo(15L * 4 * SIZE);
    assertThat(one.toFloats()).containsOnly(1);
  }

  @Test
  void the_memory_of_results_is_counted() {
    var before = ResultMemory.now();
    var made = one.reshape(1, SIZE).add(one.reshape(1, SIZE));
    made.delete();
    var after = ResultMemory.now();

    assertThat(after.madeNew() + after.usedAgain())
        .isEqualTo(before.madeNew() + before.usedAgain() + 4 * SIZE);
    assertThat(List.of(made.toString())).containsExactly("f32[1,5000] deleted");
  }
}
