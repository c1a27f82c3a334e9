package io.cambric.core;

import static io.cambric.transform.Transforms.jit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.DeletedArrayException;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.Fn;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DeletedArrayTest {

  private static final int SIZE = 4000;

  private final Fn<Array, Array> next = jit((Array x) -> x.add(1));

  private final NdArray one = (NdArray) Numpy.ones(SIZE);

  private NdArray next(Array x) {
    return (NdArray) next.apply(x);
  }

  private static Object storage(NdArray array) {
    return array.buffer().storage();
  }

  @Test
  void the_next_result_of_a_size_takes_the_memory_of_a_deleted_array() {
    var two = next(one);
    var memory = storage(two);
    two.delete();

    var again = next(one);

    assertThat(storage(again)).isSameAs(memory);
    assertThat(again.toFloats()).containsOnly(2);
  }

  @Test
  void results_without_jit_take_it_too() {
    var two = (NdArray) one.add(1);
    var memory = storage(two);
    two.delete();

    assertThat(storage((NdArray) one.add(2))).isSameAs(memory);
  }

  @Test
  void a_deleted_array_is_refused() {
    var two = next(one);
    assertThat(two.isDeleted()).isFalse();
    two.delete();

    assertThat(two.isDeleted()).isTrue();
    assertThat(two.isDonated()).isFalse();
    assertThat(two.toString()).isEqualTo("f32[4000] deleted");
    assertThatExceptionOfType(DeletedArrayException.class)
        .isThrownBy(two::toFloats)
        .withMessage(
            "An array f32[4000] was used after it was deleted: its memory may now hold "
                + "another array. Delete it later, or keep a copy.");
    assertThatExceptionOfType(DeletedArrayException.class).isThrownBy(() -> next(two));
  }

  @Test
  void a_second_call_does_nothing() {
    var two = next(one);
    var other = next(one);
    two.delete();
    two.delete();

    assertThat(storage(next(other))).isNotSameAs(storage(other));
    assertThat(next(other).toFloats()).containsOnly(3);
    assertThat(other.toFloats()).containsOnly(2);
  }

  @Test
  void views_keep_the_memory() {
    var two = next(one);
    var view = (NdArray) two.reshape(SIZE / 2, 2);
    var memory = storage(two);
    two.delete();

    assertThat(storage(next(one))).isNotSameAs(memory);
    assertThat(view.toFloats()).containsOnly(2);
  }

  @Test
  void an_argument_outlives_the_result_that_a_program_returns_in_its_place() {
    var two = next(one);
    jit((Array x) -> x).apply(two).delete();

    next(one);
    assertThat(two.isDeleted()).isFalse();
    assertThat(two.toFloats()).containsOnly(2);
  }

  @Test
  void a_result_outlives_the_argument_that_it_has_the_elements_of() {
    var two = next(one);
    var same = jit((Array x) -> x).apply(two);
    two.delete();

    next(one);
    assertThat(same.toFloats()).containsOnly(2);
  }

  @Test
  void an_array_that_a_function_captures_is_refused_there_and_not_read_as_another_one() {
    var two = next(one);
    var plus = jit((Array x) -> x.add(two));
    assertThat(plus.apply(one).toFloats()).containsOnly(3);
    two.delete();

    assertThatExceptionOfType(DeletedArrayException.class).isThrownBy(() -> plus.apply(one));
  }

  @Test
  void a_tracer_has_no_memory_to_delete() {
    var deleting =
        jit((Array x) -> {
          x.delete();
          return x;
        });

    assertThatExceptionOfType(ConcretizationException.class)
        .isThrownBy(() -> deleting.apply(one))
        .withMessageContaining("delete()");
  }

  @Test
  void memory_that_another_thread_has_read_is_not_used_again() throws InterruptedException {
    var two = next(one);
    var memory = storage(two);
    var reader = new Thread(two::toFloats);
    reader.start();
    reader.join();
    two.delete();

    assertThat(storage(next(one))).isNotSameAs(memory);
  }

  @Test
  void memory_of_an_array_that_another_thread_deletes_is_not_used_again()
      throws InterruptedException {
    var two = next(one);
    var memory = storage(two);
    var deleting = new Thread(two::delete);
    deleting.start();
    deleting.join();

    assertThat(two.isDeleted()).isTrue();
    assertThat(storage(next(one))).isNotSameAs(memory);
  }

  @Test
  @Timeout(60)
  void a_thread_reads_an_array_that_is_deleted_meanwhile_as_it_was_or_not_at_all()
      throws InterruptedException {
    var wrong = new AtomicInteger();
    for (int round = 0; round < 300; round++) {
      var two = next(one);
      var started = new CountDownLatch(1);
      var reader =
          new Thread(() -> {
            started.countDown();
            try {
              for (int i = 0; i < 50; i++) {
                for (float value : two.toFloats()) {
                  if (value != 2) {
                    wrong.incrementAndGet();
                  }
                }
              }
            } catch (DeletedArrayException _) {
              // The array is gone: the other permitted end.
            }
          });
      reader.start();
      started.await();
      Thread.onSpinWait();
      two.delete();
      next(next(one));
      reader.join();
    }

    assertThat(wrong).hasValue(0);
  }

  @Test
  void empty_arrays_and_scalars_can_be_deleted() {
    var empty = Numpy.zeros(Shape.of(0, 3));
    empty.delete();
    var scalar = one.sum();
    scalar.delete();

    assertThat(empty.isDeleted()).isTrue();
    assertThat(scalar.isDeleted()).isTrue();
  }
}
