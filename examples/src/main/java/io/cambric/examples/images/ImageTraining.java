package io.cambric.examples.images;

import io.cambric.core.Array;
import io.cambric.errors.NonFiniteException;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.examples.console.OptionChecks;
import io.cambric.io.checkpoint.BestMetric;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.nn.report.Report;
import io.cambric.nn.summary.Summary;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.training.TrainingResult;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.MultiWriter;
import io.cambric.nn.writer.Progress;
import io.cambric.nn.writer.TensorBoardWriter;
import io.cambric.nn.writer.Terminal;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A training of the network on images, which prints how it goes; mutable, for one thread. */
public final class ImageTraining {

  private static final int TEST_BATCH = 500;
  private static final String ACCURACY = "test/accuracy";

  private final String title;
  private final ImageData data;
  private final TrainingOptions options;
  private final PrintWriter out;
  private final Progress progress;
  private final int steps;
  private long epochStart = System.nanoTime();

  /**
   * Makes a training.
   *
   * @param title of the report
   * @param out for the table of the network, a line each epoch, and the accuracy at the end
   */
  public ImageTraining(
      String title, ImageData data, TrainingOptions options, PrintWriter out, OptionChecks checks) {
    options.check(checks, data.training().size());
    this.title = title;
    this.data = data;
    this.options = options;
    this.out = out;
    progress = Progress.standard(out);
    steps = data.training().size() / options.batch();
  }

  /**
   * Trains, and prints the accuracy on the test images as the last line.
   *
   * @throws NonFiniteException if the training diverges
   */
  public void run() {
    var key = Key.of(options.seed());
    int total = steps * options.epochs();
    var images = data.prepare().apply(first()).images();
    var state = Classifier.state(options.width(), options.rate(), total, key, images);
    out.printf(
        Locale.ROOT,
        "%d images to learn from, %d to test on; %d epoch%s of %d steps%n%n",
        data.training().size(),
        data.test().size(),
        options.epochs(),
        options.epochs() == 1 ? "" : "s",
        steps);
    var summary = Summary.of(state.model(), state.variables(), m -> m.call(images, false));
    out.println(Terminal.table(summary.withWidth(Terminal.columns()).toText(), Terminal.charset()));
    ClosedOutputException.check(out);

    try (var report = Report.to(options.report(), title);
        var writer = writer(report)) {
      var both = MultiWriter.of(writer, report);
      both.writeHyperparameters(hyperparameters());
      both.writeTexts(0, Map.of("Network", summary.toText()));
      var trained = training(state, key).report(report).write(writer).run();
      requireFinite(trained.state());
      finish(trained, report);
    }
  }

  /** {@return the images of the first batch, whose shape the network is made for} */
  private Batch first() {
    return Trees.map(data.training(), (Array rows) -> rows.get("0:" + options.batch()));
  }

  private Training<StandardTrainState<ImageNet>, Batch> training(
      StandardTrainState<ImageNet> state, Key key) {
    var training =
        Training.of(
                state,
                (StandardTrainState<ImageNet> s, Batch batch) -> Classifier.step(s, batch, key))
            .data(epoch -> data.shuffled(key.foldIn(-1 - epoch), options.batch()))
            .epochs(options.epochs())
            .evaluate("test", data.tests(TEST_BATCH), Classifier::evaluation)
            .requireFinite("loss")
            .progress(progress)
            .afterEpoch(this::showEpoch);
    var folder = options.checkpoint();
    if (folder == null) {
      return training;
    }
    var checkpoints = Checkpoints.in(folder).withKeep(2).withBest(BestMetric.highest(ACCURACY, 1));
    checkpoints
        .latestStep()
        .ifPresent(step -> out.printf("resuming after step %d of %s%n", step, folder));
    return training.checkpoint(checkpoints);
  }

  private MetricWriter writer(Report report) {
    var folder = options.tensorboard();
    return folder == null ? MultiWriter.of(List.of()) : TensorBoardWriter.in(folder);
  }

  private Map<String, Object> hyperparameters() {
    var values = new LinkedHashMap<String, Object>();
    values.put("seed", options.seed());
    values.put("epochs", options.epochs());
    values.put("batch", options.batch());
    values.put("width", options.width());
    values.put("rate", OptionChecks.text(options.rate()));
    return values;
  }

  private void showEpoch(TrainingEvent<StandardTrainState<ImageNet>> event) {
    long now = System.nanoTime();
    progress.println(
        String.format(
            Locale.ROOT,
            "epoch %2d/%d  loss %.4f  training accuracy %.4f  test accuracy %.4f  %.1f s",
            event.epoch() + 1,
            options.epochs(),
            event.metrics().get("train/loss"),
            event.metrics().get("train/accuracy"),
            event.metrics().get(ACCURACY),
            (now - epochStart) / 1e9));
    epochStart = now;
    ClosedOutputException.check(out);
  }

  private void requireFinite(StandardTrainState<ImageNet> state) {
    boolean finite =
        Trees.leaves(state.params()).stream()
            .allMatch(
                leaf -> leaf instanceof Array array && Numpy.isfinite(array).all().item() != 0);
    if (!finite) {
      throw new NonFiniteException(
          "The parameters are no finite numbers after the last step. The training has diverged: pass a --rate below %s."
              .formatted(OptionChecks.text(options.rate())));
    }
  }

  private void finish(TrainingResult<StandardTrainState<ImageNet>> trained, Report report) {
    var logits = Transforms.jit(Classifier::logits);
    var scores = new ArrayList<Array>();
    var images = new ArrayList<Array>();
    try (var batches = data.tests(TEST_BATCH).iterator()) {
      while (batches.hasNext()) {
        var batch = batches.next();
        images.add(batch.images());
        scores.add(logits.apply(trained.state(), batch.images()));
      }
    }
    report.addMisclassified(
        Numpy.concatenate(images),
        Numpy.concatenate(scores),
        data.test().labels(),
        IntStream.range(0, 10).mapToObj(Integer::toString).toList());
    out.println("report: " + options.report());
    out.printf(Locale.ROOT, "test accuracy: %.4f%n", trained.metrics().get(ACCURACY));
  }
}
