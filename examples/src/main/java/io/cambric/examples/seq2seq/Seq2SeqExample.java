package io.cambric.examples.seq2seq;

import static io.cambric.numpy.Activations.oneHot;
import static io.cambric.numpy.Numpy.*;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.adam;
import static io.cambric.optax.schedule.Schedules.cosineDecay;

import io.cambric.annotations.*;
import io.cambric.annotations.Module;
import io.cambric.array.*;
import io.cambric.core.*;
import io.cambric.data.*;
import io.cambric.examples.console.*;
import io.cambric.nn.*;
import io.cambric.nn.report.*;
import io.cambric.nn.report.Series.Point;
import io.cambric.nn.training.*;
import io.cambric.numpy.Key;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The example {@code ./run seq2seq}: one LSTM reads an addition, another writes its result.
 *
 * @see <a href="https://arxiv.org/abs/1409.3215">Sutskever et al., Sequence to Sequence Learning
 *     with Neural Networks</a>
 */
public final class Seq2SeqExample {

  /** The command {@code ./run seq2seq}. */
  public static final ExampleCommand COMMAND =
      ExampleProgram.of(
              "seq2seq", "Trains an encoder and a decoder LSTM to add numbers digit by digit.")
          .epochs(40)
          .whole("--digits", 3, 2, 6, "Maximum digits of the larger number.")
          .flag("--forwards", "Write the first digit first, which is slower to learn.")
          .whole("--hidden", 128, 1, 4096, "Features of both LSTMs.")
          .number("--rate", 1e-2, 1e-9, 10, "Initial learning rate.")
          .picture("seq2seq-accuracy.svg", "The fraction of correct answers over the steps.")
          .runs(Seq2SeqExample::run);

  /** Padding, the end, and the characters of additions. */
  static final String CHARACTERS = "_$+0123456789=";

  static final int END = 1;
  static final int SIZE = CHARACTERS.length();

  /** One addition of this number is for the test, and never trained on. */
  private static final int TEST_PART = 16;

  private static final int BATCH = 128;

  /** Steps of an epoch, whose additions are made at once. */
  private static final int STEPS = 50;

  private static final int TEST = 1024;
  private static final int SHOWN = 5;

  private Seq2SeqExample() {}

  /** The carry of the decoder: its cell's, and the character that was written last, one-hot. */
  @PyTree
  record DecoderCarry(LstmCarry lstm, Array last) {}

  /**
   * A step of the decoder: a cell, and the logits of the next character. With teacher forcing it
   * reads the true character before it, instead of the one that was written.
   */
  @Module(name = "DecoderLSTMCell", as = RnnCell.class)
  record DecoderCellDef(int hidden, boolean teacherForcing) {

    @Compact
    Carry<DecoderCarry, Array> call(DecoderCarry carry, Array inputs) {
      var step = LstmCell.of(hidden).call(carry.lstm(), teacherForcing ? inputs : carry.last());
      var logits = Dense.of(SIZE).call(step.output());
      return new Carry<>(new DecoderCarry(step.carry(), oneHot(logits.argmax(-1), SIZE)), logits);
    }

    @Nowrap
    DecoderCarry initializeCarry(Key key, Shape inputShape) {
      var none = zeros(inputShape.with(inputShape.rank() - 1, hidden), DType.F32);
      return new DecoderCarry(new LstmCarry(none, none), zeros(inputShape, DType.F32));
    }

    @Nowrap
    int numFeatureAxes() {
      return 1;
    }
  }

  /**
   * An encoder that reads questions {@code [batch, length]}, and a decoder that begins with its
   * last state. The logits are {@code [batch, n - 1, characters]}, of all characters of answers but
   * the first.
   */
  @Module(name = "Seq2seq")
  @Example(
      module = "Seq2Seq.of(32)",
      in = {"i32[2, 7]", "i32[2, 5]", "true"})
  record Seq2SeqDef(int hidden) {

    @Compact
    Array call(Array questions, Array answers, boolean teacherForcing) {
      var ends = questions.eq(END).argmax(-1).add(1).astype(DType.I32);
      var encoder = Rnn.<LstmCarry>of(LstmCell.of(hidden));
      var lengths = RnnCall.<LstmCarry>none().withSeqLengths(ends);
      var read = encoder.callWithCarry(oneHot(questions, SIZE), lengths);
      var characters = oneHot(answers, SIZE);
      var first = new DecoderCarry(read.carry(), characters.get(":, 0"));
      return Rnn.<DecoderCarry>of(DecoderCell.of(hidden, teacherForcing))
          .call(characters.get(":, :-1"), RnnCall.<DecoderCarry>none().withInitialCarry(first));
    }
  }

  /** Numbers to add. */
  private record Pair(int first, int second) {}

  /** Questions such as {@code 12+345} and answers such as {@code =753}, {@code [count, length]}. */
  @PyTree
  record Additions(Array questions, Array answers) {}

  /** Additions of some digits, with answers that are written units first unless forwards. */
  record Task(int digits, boolean forwards) {

    /** How many different additions the test can have. */
    int testSize() {
      return (int) (Math.pow(10, 2 * digits - 1) / 2 / TEST_PART / 2);
    }

    /** Random additions of the training, or different ones that no training has. */
    Additions draw(boolean isTest, int count, long seed) {
      var random = new Random(seed);
      var drawn =
          Stream.generate(() -> pair(random))
              .filter(p -> ((p.first() * 31L + p.second() * 17L) % TEST_PART == 0) == isTest);
      var pairs = (isTest ? drawn.distinct() : drawn).limit(count).toList();
      return new Additions(
          encode(pairs.stream().map(p -> p.first() + "+" + p.second()), 2 * digits + 1),
          encode(pairs.stream().map(p -> "=" + inOrder(p.first() + p.second())), digits + 3));
    }

    /** One number has a digit less at most; the smaller one is first. */
    private Pair pair(Random random) {
      int least = (int) Math.pow(10, digits - 1);
      int one = random.nextInt(least);
      int other = random.nextInt(10 * least);
      return new Pair(Math.min(one, other), Math.max(one, other));
    }

    /** A number as answers write it, and back. */
    String inOrder(Object number) {
      var text = new StringBuilder().append(number);
      return (forwards ? text : text.reverse()).toString();
    }
  }

  /** The numbers of the characters of texts, with an end and padding {@code [count, length]}. */
  static Array encode(Stream<String> texts, int length) {
    var rows = texts.map(text -> (text + "$" + "_".repeat(length)).substring(0, length)).toList();
    int[] ids = String.join("", rows).chars().map(CHARACTERS::indexOf).toArray();
    return NdArray.ofInts(Shape.of(rows.size(), length), ids);
  }

  /** The text of numbers {@code [length]} before the first end. */
  static String decode(Array row) {
    int[] characters = IntStream.of(row.toInts()).map(CHARACTERS::charAt).toArray();
    return new String(characters, 0, characters.length).split("\\$", -1)[0];
  }

  /** 1 for the characters of answers up to their ends, {@code [batch, n - 1]}. */
  static Array counting(Array answers) {
    var ends = answers.eq(END).argmax(-1);
    return arange(1, answers.dim(1)).le(expandDims(ends, -1)).astype(DType.F32);
  }

  /** The mean loss of a character, without padding; each is read from the true ones before it. */
  static Array loss(Seq2Seq model, Additions batch, boolean isTraining) {
    var logits = model.call(batch.questions(), batch.answers(), true);
    var counts = counting(batch.answers());
    var losses = softmaxCrossEntropyWithIntegerLabels(logits, batch.answers().get(":, 1:"));
    return losses.mul(counts).sum().div(counts.sum());
  }

  /** The characters that the decoder writes, each from those before it, {@code [batch, n - 1]}. */
  static Array written(Seq2Seq model, Additions batch) {
    var first = zerosLike(batch.answers()).at(":, 0").set(batch.answers().get(":, 0"));
    return model.call(batch.questions(), first, false).argmax(-1);
  }

  /** The share of answers of which all characters are right. */
  static Metrics accuracy(Seq2Seq model, Additions batch) {
    var same = written(model, batch).eq(batch.answers().get(":, 1:"));
    var right = logicalOr(same, counting(batch.answers()).eq(0)).all(-1);
    return Metrics.of("accuracy", Mean.empty().update(right));
  }

  /** A question, the answer that was written, and the true one where that is wrong. */
  private static String line(Task task, Additions test, Array written, int i) {
    var number = task.inOrder(decode(written.get(i)));
    var truth = task.inOrder(decode(test.answers().get(i).get("1:")));
    var remark = number.equals(truth) ? "" : "no, " + truth;
    return "%8s = %-5s %s"
        .formatted(decode(test.questions().get(i)), number, remark)
        .stripTrailing();
  }

  static void run(ExampleRun run) {
    var task = new Task(run.whole("--digits"), run.flag("--forwards"));
    var test = task.draw(true, Math.min(TEST, task.testSize()), run.seed());
    var model = Seq2Seq.of(run.whole("--hidden"));
    var variables = model.init(run.key(), m -> loss(m, test, true));
    run.println(
        "%d parameters, %d additions in each step, %d for testing"
            .formatted(variables.params().elementCount(), BATCH, test.questions().dim(0)));
    var optimiser = adam(cosineDecay(run.number("--rate"), run.epochs() * STEPS));
    long seed = run.seed() * 1_000_003;
    var points = new ArrayList<Point>();
    var trained =
        Training.minimize(model, variables, optimiser, Seq2SeqExample::loss)
            .data(e -> Dataset.ofArrays(task.draw(false, BATCH * STEPS, seed + e)).batch(BATCH))
            .epochs(run.epochs())
            .evaluate("test", List.of(test), Seq2SeqExample::accuracy)
            .requireFinite("loss")
            .report(run.report("Additions"))
            .progress(run.progress())
            .afterEpoch(run.lines(run.epochs(), "train/loss", "test/accuracy"))
            .afterEpoch(e -> points.add(new Point(e.step(), e.metric("test/accuracy"))))
            .run();

    var written = model.apply(trained.state().variables(), m -> written(m, test));
    var lines = IntStream.range(0, SHOWN).mapToObj(i -> line(task, test, written, i)).toList();
    lines.forEach(run::println);
    run.report("Additions")
        .writeTexts(trained.steps(), Map.of("Answers", String.join("\n", lines)));
    var curve = List.of(new Series("test accuracy", points));
    run.picture(LineChart.of("Correct answers", "step", curve));
    run.result("test accuracy: %.4f", trained.metric("test/accuracy"));
  }
}
