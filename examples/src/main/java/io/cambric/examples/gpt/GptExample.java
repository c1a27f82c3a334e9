package io.cambric.examples.gpt;

import io.cambric.examples.console.*;
import io.cambric.io.checkpoint.BestMetric;
import io.cambric.models.generate.*;
import io.cambric.models.gpt2.*;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import io.cambric.text.Tokenizer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The example {@code ./run gpt}: trains a GPT on a text, and lets it write. */
public final class GptExample {

  private static final ExampleCommand SAMPLE =
      sampling(
              ExampleProgram.command(
                  "sample", "Generates text with a GPT-2, Llama or Mistral from a folder."))
          .requiredFolder(
              "--model", "Folder with config.json, weights as safetensors, and tokenizer.json.")
          .runs(GptExample::sample);

  /** The command {@code ./run gpt}. */
  public static final ExampleCommand COMMAND =
      sampling(
              ExampleProgram.command(
                  "gpt", "Trains a GPT with a byte-pair tokenizer on a text, and generates text."))
          .file("--text", "Text to learn from, in UTF-8; without it, the pages of Cambric.")
          .whole("--vocab", 512, 257, 1 << 16, "Maximum tokens of the tokenizer.")
          .whole("--context", 128, 2, 4096, "Tokens that the model sees.")
          .whole("--width", 128, 1, 4096, "Width of the states, a multiple of --heads.")
          .whole("--layers", 4, 1, 64, "Blocks.")
          .whole("--heads", 4, 1, 64, "Heads of attention.")
          .number("--dropout", 0.1, 0, 0.9, "Fraction dropped in training.")
          .whole("--steps", 500, 1, 1_000_000, "Steps of the training.")
          .whole("--batch", 16, 1, 1024, "Windows in each step.")
          .number("--rate", 1e-3, 1e-9, 10, "Peak learning rate.")
          .number("--decay", 0.1, 0, 10, "Weight decay of matrices.")
          .folders()
          .folder(
              "--out", "gpt-model", "Where the model is written, in the layout of Hugging Face.")
          .report("gpt-report.html")
          .picture("gpt-losses.svg", "Where the curves are written.")
          .with(SAMPLE)
          .runs(GptExample::train);

  /** Validations of a training. */
  private static final int VALIDATIONS = 20;

  private GptExample() {}

  /** The options of the generation. */
  private static ExampleProgram sampling(ExampleProgram example) {
    return example
        .seed(1)
        .text("--prompt", "", "Beginning of the texts.")
        .whole("--samples", 2, 0, 1000, "Texts to generate.")
        .whole(
            "--tokens",
            100,
            1,
            1 << 20,
            "New tokens of a text, limited by the positions of the model.")
        .number(
            "--temperature",
            0.8,
            0,
            100,
            "Divisor of the logits; 0 selects the most probable token.")
        .whole("--top-k", 0, 0, Integer.MAX_VALUE, "Tokens to choose from; 0 for all.")
        .number("--top-p", 0.95, 0.001, 1, "Probability of the tokens to choose from.")
        .number("--penalty", 1, 0.01, 100, "Penalty for repetition; 1 for none.");
  }

  private static void train(ExampleRun run) throws IOException {
    int heads = run.whole("--heads");
    int width = run.whole("--width");
    if (width % heads != 0) {
      throw run.invalid(
          "--width", "needs a multiple of %d heads, but got %d.".formatted(heads, width));
    }
    var file = run.path("--text");
    var text = file == null ? TextFile.builtIn() : TextFile.read(file);
    var tokenizer = GptTokenizer.train(text, run.whole("--vocab"));
    int end = tokenizer.idOf(GptTokenizer.END).orElseThrow();
    int context = run.whole("--context");
    int batch = run.whole("--batch");
    var tokens = TokenizedText.of(text, tokenizer);
    tokens.requireBatch(batch, context);

    int layers = run.whole("--layers");
    var config =
        Gpt2Config.ofSize(tokenizer.vocabularySize(), context, width, layers, heads)
            .withDropout(run.number("--dropout"))
            .withEosTokenId(List.of(end));
    var gpt = Gpt2.of(config);
    var key = run.key();
    var untrained = gpt.init(key, (Gpt2 m) -> m.call(tokens.training().get("None, :2")));
    run.printf(
        "%d tokens of %d kinds for training, %d for validation; %d parameters%n",
        tokens.training().dim(0),
        config.vocabSize(),
        tokens.validation().dim(0),
        untrained.params().elementCount());

    int steps = run.whole("--steps");
    int every = Math.max(1, steps / VALIDATIONS);
    var optimizer = GptLoss.optimizer(run.number("--rate"), run.number("--decay"), steps);
    var training =
        Training.minimize(gpt, untrained, optimizer, GptLoss::of)
            .rng("dropout", key)
            .data(epoch -> tokens.windows(key.foldIn(-1 - epoch), batch, context))
            .evaluate("validation", tokens.validationWindows(batch, context))
            .steps(steps)
            .evaluateEvery(every)
            .logEvery(every)
            .checkpointEvery(every)
            .requireFinite("loss")
            .afterStep(new StepLines<>(run::println, steps, every, batch * context));
    var trained = run.watched("GPT", BestMetric.lowest("validation/loss", 1), training).run();

    var variables = trained.state().variables();
    var out = run.requiredPath("--out");
    GptFolder.write(out, config, variables, tokenizer);
    run.picture(Curves.of(run.requiredPath("--report")));
    var generator = Generator.of(gpt).withStopTokens(end);
    var sampler = new TextSampler(generator, variables, tokenizer, OptionalInt.of(end));
    var sample = write(run, sampler, key.foldIn(steps));
    run.writers().writeTexts(steps, Map.of("Sample", sample));
    run.println("");
    run.println("model: " + out);
    double loss = trained.metric("validation/loss");
    run.result("validation loss: %.4f, perplexity: %.2f", loss, Math.exp(loss));
  }

  private static void sample(ExampleRun run) {
    var folder = run.requiredPath("--model");
    var decoder = PretrainedDecoder.read(folder);
    var tokenizer = Tokenizer.read(folder.resolve("tokenizer.json"));
    write(
        run,
        new TextSampler(decoder.generator(), decoder.variables(), tokenizer, decoder.bosTokenId()),
        run.key());
  }

  /** Prints texts, and returns the last. */
  private static String write(ExampleRun run, TextSampler sampler, Key key) {
    var sampling =
        new Sampling(
            run.number("--temperature"),
            run.whole("--top-k"),
            run.number("--top-p"),
            run.number("--penalty"));
    var text = "";
    for (int i = 0; i < run.whole("--samples"); i++) {
      long start = System.nanoTime();
      var tokens =
          sampler.tokens(run.text("--prompt"), run.whole("--tokens"), sampling, key.foldIn(i));
      double seconds = (System.nanoTime() - start) / 1e9;
      text = run.text("--prompt") + sampler.text(tokens);
      run.printf(
          "%n--- %d tokens, %.2f s%s, %.0f tokens a second%n%s",
          tokens.size(), seconds, i == 0 ? " with compilation" : "", tokens.size() / seconds, text);
    }
    return text;
  }
}
