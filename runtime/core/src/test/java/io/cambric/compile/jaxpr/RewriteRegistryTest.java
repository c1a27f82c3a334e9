package io.cambric.compile.jaxpr;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Primitive;
import io.cambric.core.RewriteContext;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Transpose;
import io.cambric.testing.Staged;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules found by the class of their primitive. */
class RewriteRegistryTest {

  private static final Eqn TRANSPOSE =
      Staged.of(f32(2, 3), x -> Lax.transpose(x, Axes.of(1, 0))).eqns().getFirst();
  private static final Eqn NEG = Staged.of(f32(2), x -> Lax.neg(x)).eqns().getFirst();

  /** The context of a rule that looks at nothing. */
  private record Alone() implements RewriteContext {
    @Override
    public @Nullable Eqn maker(Atom atom) {
      return null;
    }

    @Override
    public int uses(Atom atom) {
      return 0;
    }

    @Override
    public Atom.Var bind(Primitive primitive, List<Atom> operands) {
      throw new UnsupportedOperationException("No rule of this test adds an operation.");
    }
  }

  @Test
  void a_rule_sees_the_operations_of_its_primitive_with_their_parameters() {
    var rules = new RewriteRegistry();
    rules.rewrite(
        Transpose.class,
        (transpose, operands, _) ->
            transpose.permutation().equals(Axes.of(1, 0)) ? List.of(operands.getFirst()) : null);

    assertThat(rules.replacement(TRANSPOSE, new Alone()))
        .containsExactly(TRANSPOSE.inputs().getFirst());
    assertThat(rules.replacement(NEG, new Alone())).isNull();
  }

  @Test
  void the_first_rule_of_a_primitive_that_applies_replaces_the_operation() {
    var first = Staged.of(f32(2, 3), x -> Lax.neg(x));
    var second = Staged.of(f32(2, 3), x -> Lax.exp(x));
    var rules = new RewriteRegistry();
    rules.expand(Transpose.class, (_, _) -> null);
    rules.expand(Transpose.class, (_, _) -> first);
    rules.expand(Transpose.class, (_, _) -> second);

    assertThat(rules.expansion(TRANSPOSE)).isSameAs(first);
    assertThat(rules.expansion(NEG)).isNull();
  }
}
