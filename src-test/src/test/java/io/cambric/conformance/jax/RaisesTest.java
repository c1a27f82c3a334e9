package io.cambric.conformance.jax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cambric.conformance.python.PythonException;
import io.cambric.conformance.python.TypeRefusal;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import org.junit.jupiter.api.Test;

/** The exceptions that a recorded error accepts. */
class RaisesTest {

  @Test
  void an_error_accepts_only_the_exceptions_of_its_class() {
    var raises = "concretization error: boolean value of a traced array";

    assertThat(Raises.fits(new ConcretizationException("no value"), raises)).isTrue();
    assertThat(Raises.fits(new ShapeException("no value"), raises)).isFalse();
    assertThat(Raises.fits(new IllegalStateException("no value"), raises)).isFalse();
    assertThat(Raises.fits(new ClassCastException("no value"), raises)).isFalse();
  }

  @Test
  void dtypes_and_shapes_are_distinguished() {
    assertThat(Raises.expected("type error: lax ops need equal dtypes (no promotion)"))
        .containsExactly(DTypeException.class);
    assertThat(Raises.expected("type error: lax ops need equal shapes (no broadcasting)"))
        .containsExactly(ShapeException.class);
  }

  @Test
  void a_program_that_java_could_not_express_is_refused_by_types_and_not_by_any_python_error() {
    var raises = "type error: body must return a pair";

    assertThat(Raises.fits(new TypeRefusal("no pair"), raises)).isTrue();
    assertThat(Raises.fits(new PythonException("no pair"), raises)).isFalse();
  }

  @Test
  void an_error_of_which_the_table_says_nothing_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Raises.expected("odd"))
        .withMessage("no exception is known for: odd");
  }
}
