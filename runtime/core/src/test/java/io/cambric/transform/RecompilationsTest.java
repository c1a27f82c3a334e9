package io.cambric.transform;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Numpy;
import io.cambric.testing.TestArrays;
import io.cambric.testing.Warnings;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecompilationsTest {

  private static final NdArray X = TestArrays.vector(1, 2);

  private static List<String> warningsOf(Runnable code) {
    return Warnings.of("io.cambric.transform", code);
  }

  @Test
  void jit_in_a_loop_is_warned_of_once() {
    assertThat(
            warningsOf(() -> {
              for (int i = 0; i < 40; i++) {
                float offset = i;
                jit(x -> x.add(offset)).apply(X);
              }
            }))
        .singleElement()
        .asString()
        .startsWith(
            "A function of RecompilationsTest was jitted and traced 16 times for the same"
                + " arguments, last at ")
        .endsWith(". Keep the result of jit(...) and call that, instead of calling jit in a loop.");
  }

  private static String recompilation(Object before, Object after) {
    Jit<Object, Array> f = jit((Object x) -> X);
    var warnings =
        warningsOf(() -> {
          for (int i = 0; i < 14; i++) {
            f.apply(Numpy.zeros(100 + i));
          }
          f.apply(before);
          f.apply(after);
        });
    assertThat(warnings).hasSize(1);
    return warnings.getFirst().replaceAll("RecompilationsTest[^ ]*:\\d+\\)", "LINE");
  }

  @Test
  void calls_that_each_compile_anew_are_warned_of_with_the_cause() {
    assertThat(recompilation(Numpy.zeros(2), Numpy.zeros(3)))
        .startsWith(
            "The jitted function of RecompilationsTest now has 16 compiled programs, the "
                + "last one for a new shape: leaf \"0\" was f32[2] and is f32[3], at ")
        .endsWith(
            ". Pad arrays to a few shapes, and pass values that change between calls as arrays.");
    assertThat(recompilation(Numpy.zeros(2), Numpy.zeros(2).astype(DType.I32)))
        .contains("for a new dtype: leaf \"0\" was f32[2] and is i32[2], at");
    assertThat(recompilation("train", "test"))
        .contains("for a new static value: leaf \"0\" was train and is test, at");
    assertThat(recompilation(Numpy.zeros(2), List.of(Numpy.zeros(2))))
        .contains(
            "for a changed tree: the arguments were list(0: *) and are list(0: list(0: *)), at");
  }

  @Test
  void jit_in_a_loop_is_warned_of_once_for_all_arguments_together() {
    assertThat(
            warningsOf(() -> {
              for (int i = 0; i < 80; i++) {
                float offset = i;
                jit(x -> x.add(offset)).apply(Numpy.zeros(1 + i % 4));
              }
            }))
        .hasSize(1);
  }

  /** Runs a task for each number at once. */
  private static void atOnce(int count, IntConsumer task) {
    try (var threads = Executors.newFixedThreadPool(count)) {
      var runs =
          IntStream.range(0, count).mapToObj(i -> threads.submit(() -> task.accept(i))).toList();
      for (var run : runs) {
        run.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return a function whose traces wait until {@code count} of them have begun} */
  private static ArrayJit tracedTogether(int count) {
    var begun = new CountDownLatch(count);
    return jit((Array x) -> {
      begun.countDown();
      try {
        begun.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return x.add(1);
    });
  }

  @Test
  void threads_that_compile_one_function_anew_at_once_are_warned_of_once() {
    int many = 30;
    var f = tracedTogether(many);

    var warnings = warningsOf(() -> atOnce(many, i -> f.apply(Numpy.zeros(i + 1))));
    var later = warningsOf(() -> atOnce(many, i -> f.apply(Numpy.zeros(i + many + 1))));

    assertThat(f.programCount()).isEqualTo(2 * many);
    assertThat(Stream.concat(warnings.stream(), later.stream()))
        .singleElement()
        .asString()
        .startsWith("The jitted function of RecompilationsTest now has ");
  }

  @Test
  void threads_that_call_a_new_function_at_once_share_a_program_and_are_warned_of_nothing() {
    int many = 20;
    var f = tracedTogether(many);

    var warnings = warningsOf(() -> atOnce(many, _ -> f.apply(X)));

    assertThat(f.traceCount()).isEqualTo(many);
    assertThat(f.programCount()).isEqualTo(1);
    assertThat(warnings).isEmpty();
  }

  @Test
  void forgotten_programs_are_not_counted_as_new_mistakes() {
    var f = jit((Array x) -> x.add(1));
    var warnings =
        warningsOf(() -> {
          for (int repetition = 0; repetition < 3; repetition++) {
            for (int i = 0; i < 20; i++) {
              f.apply(Numpy.zeros(i + 1));
            }
            f.clearCache();
          }
        });
    assertThat(warnings).hasSize(1);
  }

  @Test
  void jit_of_a_gradient_in_a_loop_is_warned_of_by_the_name_of_the_function() {
    assertThat(
            warningsOf(() -> {
              for (int i = 0; i < 20; i++) {
                jit(valueAndGrad(x -> x.sum())).apply(X);
              }
            }))
        .singleElement()
        .asString()
        .startsWith("A function of RecompilationsTest was jitted and traced 16 times");
  }

  @Test
  void different_functions_behind_one_transformation_are_not_taken_for_one() {
    List<ArrayFn> functions =
        List.of(x -> x.sum(), x -> x.sum().add(1), x -> x.sum().add(2), x -> x.sum().add(3));
    assertThat(
            warningsOf(() -> {
              for (int i = 0; i < 5; i++) {
                functions.forEach(f -> jit(grad(f)).apply(TestArrays.vector(1, 2, 3, 4)));
              }
            }))
        .isEmpty();
  }
}
