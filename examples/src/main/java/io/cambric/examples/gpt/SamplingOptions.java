package io.cambric.examples.gpt;

import io.cambric.examples.console.OptionChecks;
import io.cambric.models.generate.Sampling;
import picocli.CommandLine.Option;

/** The options of generation on the command line; picocli writes them. */
final class SamplingOptions {

  @Option(names = "--prompt", paramLabel = "TEXT", description = "Beginning of the texts.")
  private String prompt = "";

  @Option(names = "--samples", description = "Texts to generate, 0 to 1000.")
  private int samples = 2;

  @Option(
      names = "--tokens",
      description = "New tokens of a text, as far as the model has positions for them.")
  private int tokens = 100;

  @Option(
      names = "--temperature",
      description = "Divisor of the logits, 0 to 100; 0 for the most probable token.")
  private double temperature = 0.8;

  @Option(names = "--top-k", description = "Tokens to choose from, 0 for all.")
  private int topK;

  @Option(names = "--top-p", description = "Probability of the tokens to choose from, 0.001 to 1.")
  private double topP = 0.95;

  @Option(names = "--penalty", description = "Penalty for repetition, 0.01 to 100; 1 for none.")
  private double penalty = 1;

  void check(OptionChecks checks) {
    checks.range("--samples", samples, 0, 1000);
    checks.range("--tokens", tokens, 1, 1 << 20);
    checks.range("--temperature", temperature, 0, 100);
    checks.range("--top-k", topK, 0, Integer.MAX_VALUE);
    checks.range("--top-p", topP, 0.001, 1);
    checks.range("--penalty", penalty, 0.01, 100);
  }

  String prompt() {
    return prompt;
  }

  int samples() {
    return samples;
  }

  int tokens() {
    return tokens;
  }

  Sampling sampling() {
    return new Sampling(temperature, topK, topP, penalty);
  }
}
