package io.cambric.models.generate;

import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.models.decoder.CausalLm;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Generates tokens by a causal language model. The whole loop is one compiled program, which reads
 * the prompts in one pass and then one token of each sequence per pass. An immutable value, which
 * may be used from many threads. Generators that withers derive from it share its programs.
 *
 * <p>A program is compiled for each shape of prompts, number of new tokens, list of stop tokens,
 * and set of rules. Other values of temperature, {@link Sampling#topP()} and penalties reuse the
 * program. Other values of {@link Sampling#topK()}, sizes of runs and numbers of beams need another
 * program.
 *
 * {@snippet :
 * var generator = Generator.of(Gpt2.of(config)).withMaxTokens(20).withStopTokens(50256);
 * GenerationResult greedy = generator.generate(variables, tokens, Key.of(0));
 * var sampling = Sampling.of(0.8).withTopK(40);
 * GenerationResult sampled = generator.withSampling(sampling).generate(variables, tokens, Key.of(0));
 * GenerationResult best = generator.withBeams(Beams.of(4)).generate(variables, tokens, Key.of(0));
 * }
 */
public final class Generator {

  private final CausalLm sizes;
  private final GenerationProgram program;
  private final GenerationSettings settings;

  private Generator(CausalLm sizes, GenerationProgram program, GenerationSettings settings) {
    this.sizes = sizes;
    this.program = program;
    this.settings = settings;
  }

  /** {@return a generator of 20 tokens, greedy and without stop tokens} */
  public static <M extends Module<M> & CausalLm> Generator of(M module) {
    var program = GenerationProgram.of(new CausalModel<>(module));
    return new Generator(module, program, GenerationSettings.standard());
  }

  /** {@return the settings} */
  public GenerationSettings settings() {
    return settings;
  }

  /**
   * {@return this with other settings}
   *
   * @throws HyperparameterException if two settings exclude each other
   */
  public Generator withSettings(GenerationSettings other) {
    return new Generator(sizes, program, other.checked());
  }

  /** {@return this with changed settings; see the other overload} */
  public Generator withSettings(UnaryOperator<GenerationSettings> change) {
    return withSettings(change.apply(settings));
  }

  /** {@return this with another choice of tokens} */
  public Generator withSampling(Sampling other) {
    return withSettings(settings.withSampling(other));
  }

  /** {@return this with other rules for tokens} */
  public Generator withRules(TokenRules rules) {
    return withSettings(settings.withRules(rules));
  }

  /** {@return this with a beam search, or without one} */
  public Generator withBeams(Beams beams) {
    return withSettings(settings.withBeams(beams));
  }

  /**
   * {@return this with another number of new tokens at most}
   *
   * @throws HyperparameterException if it is below 1
   */
  public Generator withMaxTokens(int count) {
    var length = settings.length();
    return withSettings(settings.withLength(length.withMost(count).withCountsPrompt(false)));
  }

  /**
   * {@return this with stop tokens; the first also pads finished sequences}
   *
   * @param tokens none for sequences of the whole length
   */
  public Generator withStopTokens(int... tokens) {
    return withStopTokens(Arrays.stream(tokens).boxed().toList());
  }

  /** {@return this with tokens that end a sequence; see the other overload} */
  public Generator withStopTokens(List<Integer> tokens) {
    return withSettings(settings.endingWith(tokens));
  }

  /** {@return this with another token after the end of sequences} */
  public Generator withPadToken(int token) {
    return withSettings(settings.withPadToken(token));
  }

  /** {@return this with the logits in its results, or without them} */
  public Generator withLogits(boolean kept) {
    return withSettings(settings.withKeepsLogits(kept));
  }

  /** {@return the largest number of positions of a sequence} */
  public int maxPositions() {
    return sizes.maxPositions();
  }

  /**
   * {@return new tokens after prompts of one length}
   *
   * @param tokens ids, {@code [batch, length]}
   * @param key random key for sampling
   * @throws DataException if a token is not in the vocabulary of the model
   * @throws ShapeException if prompts and new tokens have more positions than the model
   */
  public GenerationResult generate(Variables variables, Array tokens, Key key) {
    return generate(variables, DecoderInput.of(tokens), key);
  }

  /**
   * {@return new tokens after prompts with padding in front}
   *
   * @param prompts whose last column is no padding
   * @param key random key for sampling
   * @throws DataException if a token is not in the vocabulary of the model, or padding is not in
   *     front
   * @throws ShapeException if prompts and new tokens have more positions than the model
   */
  public GenerationResult generate(Variables variables, DecoderInput prompts, Key key) {
    if (GenerationProgram.number(prompts.mask().get(":, -1").all()) == 0) {
      throw new DataException(
          "Generation needs prompts padded on the left, but the last column has padding. "
              + "Pad on the left.");
    }
    int longest = 1 + (int) GenerationProgram.number(Numpy.max(prompts.positions()));
    int limit = settings.length().newTokens(longest);
    requirePositions(longest, limit);
    // A limit that depends on the prompt has room for similar ones, which share a program then.
    int capacity = settings.length().countsPrompt() ? PaddedTokens.rounded(limit) : limit;
    return program.run(settings, variables, Prompt.of(prompts), longest, limit, capacity, key);
  }

  /**
   * {@return new tokens after each of some prompts, which may differ in length; several texts of a
   * prompt follow each other}
   *
   * @param key random key for sampling
   * @throws DataException if there is no prompt, one is empty, or it has a token that the model
   *     does not have
   * @throws ShapeException if prompts and new tokens have more positions than the model
   */
  public List<List<Integer>> generate(Variables variables, List<List<Integer>> prompts, Key key) {
    return generate(variables, PaddedTokens.inFront(prompts), key).toLists();
  }

  private void requirePositions(int length, int limit) {
    int needed = length + limit - 1;
    if (needed > maxPositions()) {
      throw new ShapeException(
          "A prompt of %d tokens and %d new tokens need %d positions, but the model has %d. Shorten the prompt, or generate fewer tokens."
              .formatted(length, limit, needed, maxPositions()));
    }
  }

  /** {@return the settings} */
  @Override
  public String toString() {
    return "Generator of " + settings;
  }
}
