package io.cambric.models.gpt2;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.models.decoder.DecoderInput;
import io.cambric.models.decoder.Decoding;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import org.junit.jupiter.api.Test;

class Gpt2Test {

  private static final Gpt2Config CONFIG =
      Gpt2Config.ofSize(19, 160, 12, 2, 3).withInitializerRange(0.5);
  private static final Gpt2 MODEL = Gpt2.of(CONFIG);
  private static final Variables VARIABLES = variables(MODEL);

  private static Variables variables(Gpt2 model) {
    return model.init(Key.of(1), (Gpt2 m) -> m.call(Decoding.tokens(1, 4, 19)));
  }

  @Test
  void tokens_read_with_a_cache_have_the_logits_of_one_pass() {
    Decoding.cacheAgreesWithOnePass(MODEL, VARIABLES, 4, 9);
    var other = CONFIG.withScaleAttnByInverseLayerIdx(true).withTieWordEmbeddings(false);
    Decoding.cacheAgreesWithOnePass(Gpt2.of(other), variables(Gpt2.of(other)), 1, 5);
  }

  @Test
  void long_sequences_have_the_logits_that_they_have_token_by_token() {
    Decoding.cacheAgreesWithOnePass(MODEL, VARIABLES, 142, 145);
  }

  @Test
  void padding_in_front_changes_nothing() {
    Decoding.paddingInFrontChangesNothing(MODEL, VARIABLES, 5, 3);
    Decoding.paddingInFrontChangesNothing(MODEL, VARIABLES, 140, 15);
  }

  @Test
  void a_token_sees_no_later_one() {
    var tokens = Decoding.tokens(1, 6, 19);
    Array all = MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(tokens));
    Array some = MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(tokens.get(":, :4")));
    Decoding.close(some, all.get(":, :4"));
  }

  @Test
  void the_first_states_are_the_embedded_tokens_and_the_last_are_normalised() {
    var batch = DecoderInput.of(Decoding.tokens(1, 4, 19));
    var states = MODEL.apply(VARIABLES, (Gpt2 m) -> m.hiddenStates(batch));
    assertThat(states).hasSize(3);
    var params = VARIABLES.params();
    var token = (int) batch.tokens().get(0, 2).item();
    Decoding.close(
        states.getFirst().get(0, 2),
        params.get("wte", "embedding").get(token).add(params.get("wpe", "embedding").get(2)));
    Decoding.close(
        states.getLast().matmul(params.get("wte", "embedding").transpose()),
        MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(batch)));
  }

  @Test
  void training_drops_by_the_key_and_only_in_training() {
    var tokens = Decoding.tokens(2, 6, 19);
    Array plain = MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(tokens));
    Array evaluated = MODEL.apply(VARIABLES, (Gpt2 m) -> m.call(tokens, false));
    assertThat(Decoding.same(evaluated, plain)).isTrue();
    var one = trained(MODEL, tokens, 1);
    assertThat(Decoding.same(one, trained(MODEL, tokens, 1))).isTrue();
    assertThat(Decoding.same(one, trained(MODEL, tokens, 2))).isFalse();
    assertThat(Decoding.same(one, plain)).isFalse();
    Decoding.close(trained(Gpt2.of(CONFIG.withDropout(0)), tokens, 1), plain);
    var weightsOnly = CONFIG.withDropout(0).withAttnPdrop(0.5);
    assertThat(Decoding.same(trained(Gpt2.of(weightsOnly), tokens, 1), plain)).isFalse();
  }

  private static Array trained(Gpt2 model, Array tokens, long seed) {
    return model
        .apply(
            VARIABLES, ApplyOptions.rng("dropout", Key.of(seed)), (Gpt2 m) -> m.call(tokens, true))
        .output();
  }
}
