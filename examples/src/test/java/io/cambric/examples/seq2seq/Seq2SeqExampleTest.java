package io.cambric.examples.seq2seq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.core.*;
import io.cambric.examples.console.CommandRun;
import io.cambric.examples.seq2seq.Seq2SeqExample.*;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Seq2SeqExampleTest {

  private static final Seq2Seq MODEL = Seq2Seq.of(8);
  private static final Task TASK = new Task(2, false);
  private static final Additions SOME = TASK.draw(false, 3, 1);
  private static final Variables VARIABLES =
      MODEL.init(Key.of(1), m -> m.call(SOME.questions(), SOME.answers(), true));

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(Seq2SeqExample.COMMAND.commandLine(), arguments);
  }

  private static List<String> texts(Array rows) {
    var texts = new ArrayList<String>();
    for (int row = 0; row < rows.dim(0); row++) {
      texts.add(Seq2SeqExample.decode(rows.get(row)));
    }
    return texts;
  }

  private static Array logits(Array questions, Array answers, boolean teacherForcing) {
    return MODEL.apply(VARIABLES, m -> m.call(questions, answers, teacherForcing));
  }

  private static Array written() {
    return MODEL.apply(VARIABLES, m -> Seq2SeqExample.written(m, SOME));
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
                logits(longer, SOME.answers(), true),
                logits(SOME.questions(), SOME.answers(), true)))
        .isLessThan(1e-6);
  }

  @Test
  void a_decoder_that_reads_what_it_writes_has_the_logits_of_one_that_is_given_it() {
    var written = written();
    var given = Numpy.concatenate(List.of(SOME.answers().get(":, :1"), written), 1);
    var free = logits(SOME.questions(), SOME.answers(), false);
    assertThat(difference(free, logits(SOME.questions(), given, true))).isLessThan(1e-6);
  }

  @Test
  void the_loss_is_the_mean_over_characters_that_count() {
    var logits = logits(SOME.questions(), SOME.answers(), true);
    double sum = 0;
    int count = 0;
    for (int row = 0; row < 3; row++) {
      for (int i = 1; i < SOME.answers().dim(1); i++) {
        int character = (int) SOME.answers().get(row, i).item();
        double total = 0;
        for (int c = 0; c < Seq2SeqExample.SIZE; c++) {
          total += Math.exp(logits.get(row, i - 1, c).item());
        }
        sum += Math.log(total) - logits.get(row, i - 1, character).item();
        count++;
        if (character == Seq2SeqExample.END) {
          break;
        }
      }
    }
    Array loss = MODEL.apply(VARIABLES, m -> Seq2SeqExample.loss(m, SOME, true));
    assertThat(loss.item()).isCloseTo(sum / count, offset(1e-5));
  }

  @Test
  void an_answer_counts_where_all_its_characters_are_right() {
    var written = written();
    var own = Numpy.concatenate(List.of(SOME.answers().get(":, :1"), written), 1);
    var ended = own.at(":, -1").set(NdArray.ofInts(Shape.of(3), 1, 1, 1));
    var batch = new Additions(SOME.questions(), ended);
    var metrics = MODEL.apply(VARIABLES, m -> Seq2SeqExample.accuracy(m, batch));
    double accuracy = metrics.scalars().get("accuracy").doubleValue();
    double expected = 0;
    for (int row = 0; row < 3; row++) {
      boolean right = written.get(row, -1).item() == Seq2SeqExample.END;
      for (int i = 0; i < written.dim(1) - 1; i++) {
        right |= written.get(row, i).item() == Seq2SeqExample.END;
      }
      expected += right ? 1.0 / 3 : 0;
    }
    assertThat(accuracy).isCloseTo(expected, offset(1e-6));
  }

  @Test
  void a_text_has_its_end_and_padding() {
    assertThat(Seq2SeqExample.encode(Stream.of("1+0"), 6).toInts())
        .containsExactly(4, 2, 3, Seq2SeqExample.END, 0, 0);
    assertThat(Seq2SeqExample.decode(NdArray.ofInts(Shape.of(5), 4, 2, 3, 1, 5))).isEqualTo("1+0");
    assertThat(Seq2SeqExample.decode(NdArray.ofInts(Shape.of(2), 0, 13))).isEqualTo("_=");
    assertThat(Seq2SeqExample.decode(NdArray.ofInts(Shape.of(2), 1, 1))).isEmpty();
  }

  @Test
  void answers_are_the_sums_of_questions() {
    var additions = new Task(3, true).draw(false, 200, 5);
    assertThat(additions.questions().shape()).isEqualTo(Shape.of(200, 7));
    assertThat(additions.answers().shape()).isEqualTo(Shape.of(200, 6));
    var questions = texts(additions.questions());
    var answers = texts(additions.answers());
    for (int i = 0; i < 200; i++) {
      var terms = questions.get(i).split("\\+");
      int sum = Integer.parseInt(terms[0]) + Integer.parseInt(terms[1]);
      assertThat(answers.get(i)).isEqualTo("=" + sum);
    }
    var unitsFirst = texts(new Task(3, false).draw(false, 200, 5).answers());
    assertThat(unitsFirst.getFirst())
        .isEqualTo("=" + new StringBuilder(answers.getFirst().substring(1)).reverse());
  }

  @Test
  void additions_of_the_test_are_different_and_never_trained_on() {
    var test = texts(new Task(2, false).draw(true, 15, 1).questions());
    assertThat(test).doesNotHaveDuplicates();
    var trained = new HashSet<>(texts(new Task(2, false).draw(false, 5000, 1).questions()));
    assertThat(trained).doesNotContainAnyElementsOf(test);
  }

  @Test
  void the_test_has_as_many_additions_as_it_says() {
    for (int digits = 2; digits <= 3; digits++) {
      int size = new Task(digits, false).testSize();
      assertThat(texts(new Task(digits, false).draw(true, size, 3).questions())).hasSize(size);
    }
  }

  @Test
  void characters_count_up_to_the_end_of_an_answer() {
    var answers = NdArray.ofInts(Shape.of(2, 5), 13, 4, Seq2SeqExample.END, 0, 0, 13, 4, 5, 6, 1);
    var counts = Seq2SeqExample.counting(answers);
    assertThat(counts.toFloats()).containsExactly(1, 1, 0, 0, 1, 1, 1, 1);
  }

  @Test
  void the_last_line_has_the_accuracy_and_answers_are_shown() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("accuracy.svg");
    var run =
        run("--digits=2", "--hidden=16", "--epochs=1", "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    assertThat(run.lines().getFirst())
        .matches("\\d+ parameters, 128 additions in each step, 15 for testing");
    assertThat(run.lines().getLast()).matches("test accuracy: [01]\\.\\d{4}");
    assertThat(run.output()).containsPattern("\\d\\+\\d+ = ");
    assertThat(Files.readString(report)).contains("<h1>Additions</h1>");
    assertThat(Files.readString(picture)).contains("Correct answers");
  }

  @Test
  void digits_out_of_range_are_refused() {
    var run = run("--digits=1");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--digits': needs a whole number from 2 to 6, but got 1.");
  }
}
