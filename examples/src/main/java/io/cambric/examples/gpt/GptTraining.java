package io.cambric.examples.gpt;

import io.cambric.core.Array;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.models.generate.Generator;
import io.cambric.models.gpt2.Gpt2;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.StandardTrainState;
import io.cambric.nn.training.Training;
import io.cambric.nn.training.TrainingEvent;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.MultiWriter;
import io.cambric.nn.writer.Progress;
import io.cambric.nn.writer.TensorBoardWriter;
import io.cambric.numpy.Key;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** A training of a GPT on a text, which prints how it goes; mutable, for one thread. */
final class GptTraining {

  private final GptOptions options;
  private final PrintWriter out;
  private final Progress progress;
  private long lastStep;
  private long lastTime = System.nanoTime();

  GptTraining(GptOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
    progress = Progress.standard(out);
  }

  /** Trains, saves, generates, and prints the validation loss as the last line. */
  void run(String text, SamplingOptions sampling) {
    var key = Key.of(options.seed());
    var tokenizer = GptTokenizer.train(text, options.vocab());
    int end = tokenizer.idOf(GptTokenizer.END).orElseThrow();
    var tokens = TokenizedText.of(text, tokenizer);
    tokens.requireBatch(options.batch(), options.context());
    var config = options.config(tokenizer.vocabularySize(), end);
    var model = Gpt2.of(config);
    var variables = model.init(key, (Gpt2 m) -> m.call(tokens.training().get("None, :2")));
    var tx = GptSteps.optimizer(options.rate(), options.decay(), options.steps());
    var state = StandardTrainState.create(model, variables, tx);
    out.printf(
        Locale.ROOT,
        "%d tokens of %d kinds to learn from, %d to validate on; %d parameters%n%n",
        tokens.training().dim(0),
        config.vocabSize(),
        tokens.validation().dim(0),
        variables.params().elementCount());
    ClosedOutputException.check(out);

    try (var report = Report.to(options.report(), "GPT");
        var writer = writer()) {
      var both = MultiWriter.of(writer, report);
      both.writeHyperparameters(options.hyperparameters());
      var trained = training(state, tokens, key).report(report).write(writer).run();
      GptFolder.write(options.out(), config, trained.state().variables(), tokenizer);
      options.picture().write(Curves.of(options.report()));
      var generator = Generator.of(model).withStopTokens(end);
      var sampler =
          new TextSampler(generator, trained.state().variables(), tokenizer, OptionalInt.of(end));
      var sample = sampler.print(sampling, key.foldIn(options.steps()), out);
      both.writeTexts(options.steps(), Map.of("Sample", sample));
      double loss = Objects.requireNonNull(trained.metrics().get("validation/loss"));
      out.printf(
          Locale.ROOT,
          "%nmodel: %s%nreport: %s%npicture: %s%nvalidation loss: %.4f, perplexity: %.2f%n",
          options.out(),
          options.report(),
          options.picture(),
          loss,
          Math.exp(loss));
    }
  }

  private Training<StandardTrainState<Gpt2>, Array> training(
      StandardTrainState<Gpt2> state, TokenizedText tokens, Key key) {
    int batch = options.batch();
    int context = options.context();
    var training =
        Training.of(
                state,
                (StandardTrainState<Gpt2> s, Array windows) -> GptSteps.step(s, windows, key))
            .data(epoch -> tokens.windows(key.foldIn(-1 - epoch), batch, context))
            .steps(options.steps())
            .evaluate("validation", tokens.validationWindows(batch, context), GptSteps::evaluation)
            .evaluateEvery(options.validateEvery())
            .logEvery(options.validateEvery())
            .requireFinite("loss")
            .progress(progress)
            .afterStep(this::show);
    var folder = options.checkpoint();
    if (folder == null) {
      return training;
    }
    var checkpoints = Checkpoints.in(folder).withKeep(2);
    checkpoints
        .latestStep()
        .ifPresent(step -> out.printf("resuming after step %d of %s%n", step, folder));
    return training.checkpoint(checkpoints).checkpointEvery(options.validateEvery());
  }

  private MetricWriter writer() {
    var folder = options.tensorboard();
    return folder == null ? MultiWriter.of(List.of()) : TensorBoardWriter.in(folder);
  }

  private void show(TrainingEvent<StandardTrainState<Gpt2>> event) {
    long step = event.step();
    if (step % options.validateEvery() != 0) {
      return;
    }
    double seconds = (System.nanoTime() - lastTime) / 1e9;
    progress.println(
        String.format(
            Locale.ROOT,
            "step %5d/%d  loss %.4f  validation loss %.4f  %.0f tokens a second",
            step,
            options.steps(),
            event.metrics().get("train/loss"),
            event.metrics().get("validation/loss"),
            (step - lastStep) * options.batch() * options.context() / seconds));
    lastStep = step;
    lastTime = System.nanoTime();
    ClosedOutputException.check(out);
  }
}
