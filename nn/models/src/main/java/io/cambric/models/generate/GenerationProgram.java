package io.cambric.models.generate;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn4;

/** A model with the compiled programs of its generations. */
final class GenerationProgram {

  private final TokenModel model;
  private final Fn4<GenerationPlan, Variables, Prompt, Key, GenerationResult> program;

  private GenerationProgram(
      TokenModel model, Fn4<GenerationPlan, Variables, Prompt, Key, GenerationResult> program) {
    this.model = model;
    this.program = program;
  }

  static GenerationProgram of(TokenModel model) {
    return new GenerationProgram(
        model,
        Transforms.jit((GenerationPlan plan, Variables variables, Prompt prompt, Key key) ->
            plan.beams() > 1
                ? BeamLoop.run(model, variables, plan, prompt, key)
                : GenerationLoop.run(model, variables, plan, prompt, key)));
  }

  /**
   * {@return new tokens}
   *
   * @param longest number of tokens of the longest prompt
   * @param limit greatest number of new tokens
   * @param capacity at least the limit; a different capacity needs another program
   * @throws DataException if a token is not in the vocabulary of the model
   */
  GenerationResult run(
      GenerationSettings settings,
      Variables variables,
      Prompt prompt,
      int longest,
      int limit,
      int capacity,
      Key key) {
    requireTokens(prompt.text());
    if (prompt.source() != null) {
      requireTokens(prompt.source());
    }
    var processors = Processors.of(settings, prompt.shown(), longest, limit, model.vocabulary());
    var plan = GenerationPlan.of(settings, capacity, limit, processors);
    var generated = program.apply(plan, variables, prompt, key);
    return capacity == limit ? generated : GenerationPlan.cut(generated, limit);
  }

  private void requireTokens(DecoderInput prompts) {
    int largest = model.vocabulary() - 1;
    double least = number(Numpy.min(prompts.tokens()));
    double most = number(Numpy.max(prompts.tokens()));
    if (least < 0 || most > largest) {
      throw new DataException(
          "A prompt needs tokens from 0 to %d, but has %.0f. Encode the text with the model's tokenizer."
              .formatted(largest, least < 0 ? least : most));
    }
  }

  static double number(Array scalar) {
    return scalar.concrete("Generator.generate").getDouble(0);
  }
}
