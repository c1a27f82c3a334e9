package io.cambric.models.generate;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.models.decoder.CausalLm;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.module.Module;
import io.cambric.numpy.Numpy;
import io.cambric.random.Key;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn5;
import java.util.Arrays;
import java.util.List;

/**
 * Generates tokens by a causal language model. The whole loop is one compiled program, which reads
 * the prompts in one pass and then one token of each sequence a pass. An immutable value, which may
 * be used from many threads; all that come from one by withers share its programs.
 *
 * <p>A program is compiled for each shape of prompts, number of new tokens, {@link
 * Sampling#topK()}, and list of stop tokens. Temperature, {@link Sampling#topP()} and penalty may
 * change without another.
 *
 * {@snippet :
 * var generator = Generator.of(Gpt2.of(config)).withMaxTokens(20).withStopTokens(50256);
 * Generated greedy = generator.generate(variables, tokens, Key.of(0));
 * var sampling = Sampling.of(0.8).withTopK(40);
 * Generated sampled = generator.withSampling(sampling).generate(variables, tokens, Key.of(0));
 * }
 */
public final class Generator {

  /** Prompts of lists are padded to multiples of it, so that similar lengths share a program. */
  private static final int LENGTH_STEP = 16;

  private static final int MAX_TOKENS = 20;

  private final BoundLm model;
  private final Fn5<GenerationPlan, TokenChoice, Variables, DecoderInput, Key, Generated> program;
  private final GenerationPlan plan;
  private final Sampling sampling;

  private Generator(
      BoundLm model,
      Fn5<GenerationPlan, TokenChoice, Variables, DecoderInput, Key, Generated> program,
      GenerationPlan plan,
      Sampling sampling) {
    this.model = model;
    this.program = program;
    this.plan = plan;
    this.sampling = sampling;
  }

  /** {@return a generator of 20 tokens, greedy and without stop tokens} */
  public static <M extends Module<M> & CausalLm> Generator of(M module) {
    var model = BoundLm.of(module);
    return new Generator(
        model,
        Transforms.jit(
            (GenerationPlan plan,
                TokenChoice choice,
                Variables variables,
                DecoderInput prompts,
                Key key) -> new GenerationLoop(model, variables, plan, choice, key).run(prompts)),
        new GenerationPlan(MAX_TOKENS, List.of(), 0, false),
        Sampling.greedy());
  }

  private Generator with(GenerationPlan changed) {
    return new Generator(model, program, changed, sampling);
  }

  /** {@return this with another choice of tokens} */
  public Generator withSampling(Sampling other) {
    return new Generator(model, program, plan, other);
  }

  /**
   * {@return this with another number of new tokens at most}
   *
   * @throws HyperparameterException if it is below 1
   */
  public Generator withMaxTokens(int count) {
    if (count < 1) {
      throw new HyperparameterException(
          "A generator needs at least 1 new token, but got %d. Choose another number."
              .formatted(count));
    }
    return with(plan.withMaxTokens(count));
  }

  /**
   * {@return this with tokens that end a sequence; the first of them is the token behind the end}
   *
   * @param tokens none for sequences of the whole length
   */
  public Generator withStopTokens(int... tokens) {
    return withStopTokens(Arrays.stream(tokens).boxed().toList());
  }

  /** {@return this with tokens that end a sequence; see the other form} */
  public Generator withStopTokens(List<Integer> tokens) {
    return with(plan.withStopTokens(tokens).withPadToken(tokens.isEmpty() ? 0 : tokens.getFirst()));
  }

  /** {@return this with another token behind the end of sequences} */
  public Generator withPadToken(int token) {
    return with(plan.withPadToken(token));
  }

  /** {@return this with the logits in its results, or without them} */
  public Generator withLogits(boolean kept) {
    return with(plan.withKeepsLogits(kept));
  }

  /** {@return the largest number of positions of a sequence} */
  public int maxPositions() {
    return model.sizes().maxPositions();
  }

  /**
   * {@return new tokens after prompts of one length}
   *
   * @param tokens ids, {@code [batch, length]}
   * @param key of the choices; no other number decides them
   * @throws DataException if a token is none of the model
   * @throws ShapeException if prompts and new tokens have more positions than the model
   */
  public Generated generate(Variables variables, Array tokens, Key key) {
    return generate(variables, DecoderInput.of(tokens), key);
  }

  /**
   * {@return new tokens after prompts with padding in front}
   *
   * @param prompts whose last column is no padding
   * @param key of the choices; no other number decides them
   * @throws DataException if a token is none of the model, or padding is not in front
   * @throws ShapeException if prompts and new tokens have more positions than the model
   */
  public Generated generate(Variables variables, DecoderInput prompts, Key key) {
    requireTokens(prompts);
    requirePositions(1 + (int) number(Numpy.max(prompts.positions())));
    return program.apply(plan, TokenChoice.of(sampling), variables, prompts, key);
  }

  /**
   * {@return new tokens after each of some prompts, which may differ in length}
   *
   * @param key of the choices; no other number decides them
   * @throws DataException if there is no prompt, one is empty, or it has a token that the model
   *     does not have
   * @throws ShapeException if prompts and new tokens have more positions than the model
   */
  public List<List<Integer>> generate(Variables variables, List<List<Integer>> prompts, Key key) {
    return generate(variables, padded(prompts), key).toLists();
  }

  private void requireTokens(DecoderInput prompts) {
    int largest = model.sizes().vocabulary() - 1;
    double least = number(Numpy.min(prompts.tokens()));
    double most = number(Numpy.max(prompts.tokens()));
    if (least < 0 || most > largest) {
      throw new DataException(
          "A prompt needs tokens from 0 to %d, but has %.0f. Encode the text with the tokenizer of the model."
              .formatted(largest, least < 0 ? least : most));
    }
    if (number(prompts.mask().get(":, -1").all()) == 0) {
      throw new DataException(
          "Generation needs prompts with their padding in front, but the last column has some. Pad"
              + " on the left.");
    }
  }

  private static double number(Array scalar) {
    return scalar.concrete("Generator.generate").getDouble(0);
  }

  private void requirePositions(int length) {
    int needed = length + plan.maxTokens() - 1;
    if (needed > maxPositions()) {
      throw new ShapeException(
          "A prompt of %d tokens and %d new ones need %d positions, but the model has %d. Shorten the prompt, or generate fewer."
              .formatted(length, plan.maxTokens(), needed, maxPositions()));
    }
  }

  private static DecoderInput padded(List<List<Integer>> prompts) {
    if (prompts.isEmpty() || prompts.stream().anyMatch(List::isEmpty)) {
      throw new DataException(
          "Generation needs prompts of at least one token, but came %s. Begin with the token that begins a text."
              .formatted(prompts.isEmpty() ? "none" : "an empty one"));
    }
    int longest = prompts.stream().mapToInt(List::size).max().getAsInt();
    int length = (longest + LENGTH_STEP - 1) / LENGTH_STEP * LENGTH_STEP;
    var tokens = new int[prompts.size() * length];
    var mask = new int[tokens.length];
    for (int row = 0; row < prompts.size(); row++) {
      var prompt = prompts.get(row);
      int at = (row + 1) * length - prompt.size();
      for (int token : prompt) {
        tokens[at] = token;
        mask[at++] = 1;
      }
    }
    var shape = Shape.of(prompts.size(), length);
    return DecoderInput.of(NdArray.ofInts(shape, tokens), NdArray.ofInts(shape, mask));
  }

  /** {@return the number of new tokens, the tokens that end a text, and the choice of tokens} */
  @Override
  public String toString() {
    return "Generator of at most %d tokens, stop tokens %s, %s"
        .formatted(plan.maxTokens(), plan.stopTokens(), sampling);
  }
}
