package io.cambric.nn;

import static io.cambric.numpy.Initializers.constant;
import static io.cambric.testing.Near.array;
import static io.cambric.testing.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import org.junit.jupiter.api.Test;

class RecurrentTest {

  private static final Array X = array(Shape.of(1, 2), 1, -2);
  private static final Array H = array(Shape.of(1, 3), .1, .2, .3);
  private static final Array SEQUENCE = Random.normal(Key.of(3), Shape.of(2, 5, 3));

  /** Values are those of Flax 0.12.8. */
  @Test
  void an_lstm_keeps_its_memory_by_gates_and_the_optimized_one_computes_the_same() {
    var cell =
        LstmCell.of(3)
            .withKernelInit(constant(.5))
            .withRecurrentKernelInit(constant(.25))
            .withBiasInit(constant(.1));
    var carry = new LstmCarry(H, H.mul(2));
    var variables = cell.init(Key.of(0), m -> m.call(carry, X));

    var next = cell.apply(variables, m -> m.call(carry, X));

    assertThat(variables.params().entries().keySet())
        .containsExactly("ii", "hi", "if", "hf", "ig", "hg", "io", "ho");
    assertNear(next.carry().c(), .0001577, .0476598, .0951619);
    assertNear(next.output(), .0000749, .0226223, .0450679);
    var fused = OptimizedLstmCell.of(3).apply(variables, m -> m.call(carry, X));
    assertSame(fused.carry().c(), next.carry().c());
    assertSame(fused.output(), next.output());
  }

  @Test
  void the_other_cells_are_those_of_flax() {
    var gru =
        GruCell.of(3)
            .withKernelInit(constant(.5))
            .withRecurrentKernelInit(constant(.25))
            .withBiasInit(constant(.1));
    var mgu = MguCell.of(3).withKernelInit(constant(.5)).withRecurrentKernelInit(constant(.25));
    var simple =
        SimpleCell.of(3)
            .withKernelInit(constant(.5))
            .withRecurrentKernelInit(constant(.25))
            .withBiasInit(constant(.1));

    assertNear(
        gru.initWithOutput(Key.of(0), m -> m.call(H, X)).output().output(),
        -.1151087,
        -.0713264,
        -.027544);
    assertNear(
        mgu.initWithOutput(Key.of(0), m -> m.call(H, X)).output().output(),
        -.0650423,
        .0006587,
        .0663598);
    assertNear(
        simple.initWithOutput(Key.of(0), m -> m.call(H, X)).output().output(),
        -.2449186,
        -.2449186,
        -.2449186);
  }

  @Test
  void a_network_is_its_cell_step_by_step() {
    var cell = GruCell.of(4);
    var rnn = Rnn.of(cell);
    var variables = rnn.init(Key.of(0), SEQUENCE);
    var ofCell = variables.with("params", variables.params().at("cell"));

    var run = rnn.apply(variables, m -> m.callWithCarry(SEQUENCE));

    var carry = cell.initializeCarry(Key.of(0), Shape.of(2, 3));
    for (int t = 0; t < 5; t++) {
      var h = carry;
      var x = SEQUENCE.get(":, " + t);
      var step = cell.apply(ofCell, m -> m.call(h, x));
      assertSame(run.output().get(":, " + t), step.output());
      carry = step.carry();
    }
    assertSame(run.carry(), carry);
  }

  @Test
  void the_last_carry_is_that_of_the_last_step_that_counts() {
    var rnn = Rnn.of(GruCell.of(4));
    var variables = rnn.init(Key.of(0), SEQUENCE);
    var lengths = NdArray.ofInts(Shape.of(2), 2, 5);

    var run =
        rnn.apply(
            variables,
            m -> m.callWithCarry(SEQUENCE, RnnCall.<Array>none().withSeqLengths(lengths)));

    assertSame(run.carry().get("0"), run.output().get("0, 1"));
    assertSame(run.carry().get("1"), run.output().get("1, 4"));
  }

  @Test
  void sequences_are_flipped_and_their_padding_stays() {
    var x = array(Shape.of(3, 3), 1, 0, 0, 2, 3, 0, 4, 5, 6);
    var lengths = NdArray.ofInts(Shape.of(3), 1, 2, 3);

    assertNear(Recurrent.flipSequences(x, lengths, 1, false), 1, 0, 0, 3, 2, 0, 6, 5, 4);
    assertNear(Recurrent.flipSequences(x, null, 1, false), 0, 0, 1, 0, 3, 2, 6, 5, 4);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Recurrent.flipSequences(x, NdArray.ofInts(Shape.of(2), 1, 2), 1, false))
        .withMessage(
            "flipSequences needs a length for each sequence, [3], but got i32[2] for inputs "
                + "of shape [3, 3]. Pass seqLengths with the shape of the batch, without time "
                + "and features.");
  }

  @Test
  void both_directions_are_merged_step_by_step() {
    var both = Bidirectional.of(Rnn.of(LstmCell.of(4)), Rnn.of(GruCell.of(3)));
    var variables = both.init(Key.of(0), SEQUENCE);

    var run = both.apply(variables, m -> m.callWithCarry(SEQUENCE));

    assertThat(run.output().shape()).isEqualTo(Shape.of(2, 5, 7));
    assertThat(variables.params().entries().keySet())
        .containsExactly("forward_rnn", "backward_rnn");
    // Backwards, the last step taken is the first of the sequence.
    assertSame(run.carry().backward(), run.output().get(":, 0, 4:"));
    assertSame(run.carry().forward().h(), run.output().get(":, 4, :4"));
  }

  @Test
  void a_convolutional_memory_keeps_its_spatial_axes() {
    var rnn = Rnn.of(ConvLstmCell.of(6, 3, 3));
    var images = Numpy.zeros(Shape.of(2, 4, 5, 5, 3), DType.F32);

    var variables = rnn.init(Key.of(0), images);

    assertThat(rnn.apply(variables, images).shape()).isEqualTo(Shape.of(2, 4, 5, 5, 6));
    assertThat(variables.params().get("cell", "ih", "kernel").shape())
        .isEqualTo(Shape.of(3, 3, 3, 24));
    var drawn = ConvLstmCell.of(4, 3, 3).withCarryInit(Initializers.normal(1));
    assertThat(drawn.initializeCarry(Key.of(5), Shape.of(2, 8, 8, 3)).c().shape())
        .isEqualTo(Shape.of(2, 8, 8, 4));
  }

  private static void assertSame(Array actual, Array expected) {
    assertThat(actual.aval()).isEqualTo(expected.aval());
    assertThat(Numpy.allclose(actual, expected, 1e-5, 1e-6).item())
        .as("%s and %s", actual, expected)
        .isEqualTo(1);
  }
}
