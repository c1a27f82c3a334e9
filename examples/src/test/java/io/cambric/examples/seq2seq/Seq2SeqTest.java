package io.cambric.examples.seq2seq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.scope.Variables;
import java.util.List;
import org.junit.jupiter.api.Test;

class Seq2SeqTest {

  private static final Seq2Seq MODEL = Seq2Seq.of(8, true);
  private static final Additions SOME = Additions.training(2, false, 3, 1);
  private static final Variables VARIABLES =
      MODEL.init(Key.of(1), (Seq2Seq m) -> m.call(SOME.questions(), SOME.answers()));

  private static Array logits(Seq2Seq model, Array questions, Array answers) {
    return model.apply(VARIABLES, (Seq2Seq m) -> m.call(questions, answers));
  }

  private static double difference(Array one, Array other) {
    return Numpy.abs(one.sub(other)).max().item();
  }

  @Test
  void variables_have_the_names_of_flax() {
    assertThat(VARIABLES.params().entries().keySet())
        .containsExactly("LSTMCell_0", "DecoderLSTMCell_0");
    assertThat(VARIABLES.params().at("DecoderLSTMCell_0").entries().keySet())
        .containsExactlyInAnyOrder("LSTMCell_0", "Dense_0");
  }

  @Test
  void padding_of_a_question_changes_nothing() {
    var longer = Numpy.concatenate(List.of(SOME.questions(), Numpy.zerosLike(SOME.questions())), 1);
    assertThat(
            difference(
                logits(MODEL, longer, SOME.answers()),
                logits(MODEL, SOME.questions(), SOME.answers())))
        .isLessThan(1e-6);
  }

  @Test
  void a_decoder_that_reads_what_it_writes_has_the_logits_of_one_that_is_given_it() {
    var state = StandardTrainState.create(MODEL, VARIABLES, Optax.sgd(0.1));
    var written = Seq2SeqSteps.written(state, SOME);
    var given = Numpy.concatenate(List.of(SOME.answers().get(":, :1"), written), 1);
    var free = logits(MODEL.withTeacherForcing(false), SOME.questions(), SOME.answers());
    assertThat(difference(free, logits(MODEL, SOME.questions(), given))).isLessThan(1e-6);
  }

  @Test
  void the_loss_is_the_mean_over_characters_that_count() {
    var logits = logits(MODEL, SOME.questions(), SOME.answers());
    double sum = 0;
    int count = 0;
    for (int row = 0; row < 3; row++) {
      for (int i = 1; i < SOME.answers().dim(1); i++) {
        int character = (int) SOME.answers().get(row, i).item();
        double total = 0;
        for (int c = 0; c < Alphabet.SIZE; c++) {
          total += Math.exp(logits.get(row, i - 1, c).item());
        }
        sum += Math.log(total) - logits.get(row, i - 1, character).item();
        count++;
        if (character == Alphabet.END) {
          break;
        }
      }
    }
    assertThat((double) Seq2SeqSteps.loss(MODEL, VARIABLES, SOME).item())
        .isCloseTo(sum / count, offset(1e-5));
  }

  @Test
  void an_answer_counts_where_all_its_characters_are_right() {
    var state = StandardTrainState.create(MODEL, VARIABLES, Optax.sgd(0.1));
    var written = Seq2SeqSteps.written(state, SOME);
    var own = Numpy.concatenate(List.of(SOME.answers().get(":, :1"), written), 1);
    var ended = own.at(":, -1").set(NdArray.ofInts(Shape.of(3), 1, 1, 1));
    var batch = new Additions(SOME.questions(), ended);
    double accuracy = Seq2SeqSteps.evaluation(state, batch).scalars().get("accuracy").doubleValue();
    double expected = 0;
    for (int row = 0; row < 3; row++) {
      boolean right = written.get(row, -1).item() == Alphabet.END;
      for (int i = 0; i < written.dim(1) - 1; i++) {
        right |= written.get(row, i).item() == Alphabet.END;
      }
      expected += right ? 1.0 / 3 : 0;
    }
    assertThat(accuracy).isCloseTo(expected, offset(1e-6));
  }
}
