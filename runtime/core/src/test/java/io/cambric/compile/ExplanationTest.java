package io.cambric.compile;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import org.junit.jupiter.api.Test;

/** Compiled programs as tables. */
class ExplanationTest {

  private static Array zeros(int... dims) {
    return Numpy.zeros(Shape.of(dims));
  }

  @Test
  void a_table_shows_the_fused_operations_the_memory_and_the_traffic_of_each_step() {
    Fn2<Array, Array, Array> layer = (x, w) -> Activations.softmax(x.matmul(w).mul(2).exp());

    assertThat(jit(layer).explain(zeros(200, 30), zeros(30, 40)))
        .isEqualTo(
            """
            2 arguments, 2 steps, 1 buffer of 32.0 kB
            step  operation                                                   read  written   flops  functions  results
            0     dot_general                                              28.8 kB  32.0 kB   480 k          0  f32[200,40] buffer 0
            1     loop [200, 40]: mul, exp x2, row_max, sub, row_sum, div  32.0 kB  32.0 kB  40.0 k     16.0 k  f32[200,40] result 0
                  in all                                                   60.8 kB  64.0 kB   520 k     16.0 k
            """);
  }

  @Test
  void donated_arguments_and_iterations_are_shown() {
    Fn2<Array, Array, Array> f =
        (start, rows) ->
            scan(
                    (Array carry, Array row) -> new Carry<>(carry.add(row).tanh(), carry.sum()),
                    start,
                    rows)
                .carry()
                .sub(1);

    assertThat(jit(f).donate(0).explain(zeros(3), zeros(5, 3)))
        .isEqualTo(
            """
            2 arguments, 2 steps, 2 buffers of 32 B
            step  operation             read  written  flops  functions  results
            0     scan[5]              180 B     80 B     25         15  f32[3] buffer 1, f32[5] buffer 0
              0   reduce_sum [3]        12 B      4 B      2          0  f32[] result 1
              1   loop [3]: add, tanh   24 B     12 B      3          3  f32[3] result 0 over argument 0
            1     loop [3]: sub         12 B     12 B      3          0  f32[3] result 0 over argument 0
                  in all               192 B     92 B     28         15
            """);
  }

  @Test
  void branches_are_listed_and_the_one_with_most_traffic_counts() {
    ArrayFn f =
        x -> cond(x.sum().gt(0), (Array a) -> a.exp(), (Array a) -> Lax.neg(a.sum()).add(a), x);

    assertThat(jit(f).explain(zeros(4)))
        .isEqualTo(
            """
            1 argument, 3 steps, 2 buffers of 8 B
            step  operation                    read  written  flops  functions  results
            0     reduce_sum [4]               16 B      4 B      3          0  f32[] buffer 0
            1     loop []: gt, convert          4 B      4 B      2          0  i32[] buffer 1
            2     switch                       16 B     16 B      9          0  f32[4] result 0
                  branch 0
              0   loop [4]: row_sum, neg, add  16 B     16 B      9          0  f32[4] result 0
                  branch 1
              0   loop [4]: exp                16 B     16 B      0          4  f32[4] result 0
                  in all                       36 B     24 B     14          0
            """);
  }
}
