package io.cambric.flax.upstream;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Activations.tanh;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.where;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Conv;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.nn.Embed;
import io.cambric.numpy.Random;
import io.cambric.transform.function.Fn;
import java.util.List;

/** The modules of the note on design principles. */
public final class PrinciplesModules {

  private PrinciplesModules() {}

  /** Written for one example: {@code [features] -> []}. */
  @Module
  record SingleExampleDef() {
    @Compact
    Array call(Array x) {
      var h = tanh(Dense.of(8).call(x));
      return Dense.of(1).call(h).squeeze();
    }
  }

  /** The mean of the words of one sentence, of which only the first ones count. */
  @Module
  record SentenceDef(int vocabulary) {
    @Compact
    Array call(Array tokens, Array length) {
      var words = Embed.of(vocabulary, 4).call(tokens);
      var mask = arange(tokens.dim(0)).lt(length).get(":, None");
      return Dense.of(2).call(where(mask, words, 0).sum(0).div(length));
    }
  }

  @Module
  record ResidualBlockDef(int features) {
    @Compact
    Array call(Array x) {
      return x.add(relu(Conv.of(features, List.of(3, 3)).call(x)));
    }
  }

  /** Many blocks in one loop, each computed again in the backward pass. */
  @Module
  record DeepNetDef(int depth) {
    @Compact
    Array call(Array x) {
      return ResidualBlock.of(x.dim(-1))
          .remat()
          .scan()
          .variableAxis("params", 0)
          .splitRngs("params")
          .length(depth)
          .call(x);
    }
  }

  /** Keeps variables of several kinds and draws from several streams. */
  @Module
  record ManyKindsDef() {
    @Compact
    Array call(Array x, boolean train) {
      var h = Dense.of(4).call(x);
      h = BatchNorm.of(!train).call(h);
      h = Dropout.of(0.5).call(h, !train);
      var calls = variable("counter", "calls", () -> scalar(0));
      if (!isInitializing()) {
        calls.update(n -> n.add(1));
      }
      sow("intermediates", "h", h);
      return h.add(Random.normal(makeRng("noise"), h.shape()));
    }
  }

  /** Any function as a module: layers in it are its submodules. */
  @Module
  record ProgramDef(Fn<Array, Array> body) {
    @Compact
    Array call(Array x) {
      return body.apply(x);
    }
  }
}
