package io.cambric.conformance.flax.errors;

import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.perturb;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;
import static io.cambric.numpy.Initializers.ones;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.nn.Dense;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;

/** The modules of the snippets; those that a snippet calls {@code F} are named by what they do. */
final class ErrorModules {

  /** The definitions that several snippets use. */
  static final String PRELUDE =
      """
      class D1(nn.Module):
          n: int = 4
          @nn.compact
          def __call__(self, x):
              return nn.Dense(self.n)(x)
      class MakesRng(nn.Module):
          stream: str = 'noise'
          @nn.compact
          def __call__(self, x):
              return x + jax.random.normal(self.make_rng(self.stream), x.shape)
      class SetupM(nn.Module):
          def setup(self):
              self.d = nn.Dense(2)
          def __call__(self, x):
              return self.d(x)
      """;

  private static final Array ZERO = NdArray.scalar(DType.I32, 0);

  private ErrorModules() {}

  @Module
  record D1Def(int n) {
    D1Def() {
      this(4);
    }

    @Compact
    Array call(Array x) {
      return Dense.of(n).call(x);
    }
  }

  @Module
  record MakesRngDef(String stream) {
    MakesRngDef() {
      this("noise");
    }

    @Compact
    Array call(Array x) {
      return x.add(Random.normal(makeRng(stream), x.shape()));
    }
  }

  @Module
  record ReadsVariableDef() {
    @Compact
    Array call() {
      return io.cambric.module.ModuleScope.<Array>variable("state", "x").get();
    }
  }

  @Module
  record KeptDef() {
    Kept call() {
      return Kept.self();
    }

    Key draw() {
      return makeRng("a");
    }
  }

  @Module
  record WritesVariableDef() {
    @Compact
    void call() {
      var v = variable("state", "x", () -> ZERO);
      v.set(NdArray.scalar(DType.I32, 1));
    }
  }

  @Module
  record SameNameTwiceDef() {
    @Compact
    @SuppressWarnings("DuplicateName")
    Array call(Array x) {
      return Dense.of(2).named("a").call(Dense.of(2).named("a").call(x));
    }
  }

  @Module
  record ParamTwiceDef() {
    @Compact
    @SuppressWarnings("DuplicateName")
    Array call(Array x) {
      param("w", ones(), Shape.scalar());
      return param("w", ones(), Shape.scalar());
    }
  }

  @Module
  record SubmoduleLikeParamDef() {
    @Compact
    @SuppressWarnings("DuplicateName")
    Array call(Array x) {
      param("w", ones(), Shape.scalar());
      return Dense.of(2).named("w").call(x);
    }
  }

  @Module
  record VariableTwiceDef() {
    @Compact
    @SuppressWarnings("DuplicateName")
    Array call(Array x) {
      variable("s", "w", () -> ZERO);
      variable("s", "w", () -> ZERO);
      return x;
    }
  }

  @Module
  record AutoAfterExplicitDef() {
    @Compact
    @SuppressWarnings("DuplicateName")
    Array call(Array x) {
      return Dense.of(2).call(Dense.of(2).call(Dense.of(2).named("Dense_1").call(x)));
    }
  }

  @Module
  record SubmoduleInPlainDef() {
    @SuppressWarnings("ParamOutsideCompact")
    Array call(Array x) {
      return Dense.of(2).call(x);
    }
  }

  @Module
  record ParamInPlainDef() {
    @SuppressWarnings("ParamOutsideCompact")
    Array call(Array x) {
      return param("w", ones(), Shape.scalar());
    }
  }

  @Module
  record PerturbsDef() {
    @Compact
    Array call(Array x) {
      return perturb("p", x);
    }
  }

  @SuppressWarnings("CompactCountsAgain")
  @Module
  record TwoCompactDef() {
    @Compact
    Array a(Array x) {
      return Dense.of(2).call(x);
    }

    @Compact
    Array call(Array x) {
      return Dense.of(3).call(a(x));
    }
  }

  @Module
  record ParamOfInputDef() {
    @Compact
    Array call(Array x) {
      return param("w", _ -> x.add(1));
    }
  }

  @Module
  record SowsDef() {
    @Compact
    boolean call(Array x) {
      return sow("intermediates", "x", x);
    }
  }

  @Module
  record TwoCollectionsDef() {
    @Compact
    Array call(Array x) {
      variable("a", "v", () -> ZERO);
      variable("b", "v", () -> ZERO);
      return x;
    }
  }
}
