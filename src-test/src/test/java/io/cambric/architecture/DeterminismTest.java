package io.cambric.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Determinism: no result may depend on whether the JIT has compiled a method. It changes the order
 * of floating-point {@code reduceLanes} and the last bits of transcendental lane operators.
 */
class DeterminismTest {

  private static final String VECTORS = "jdk.incubator.vector.";
  private static final Set<String> TRANSCENDENTAL =
      Set.of(
          "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "SINH", "COSH", "TANH", "EXP", "EXPM1",
          "LOG", "LOG10", "LOG1P", "ATAN2", "POW", "HYPOT", "CBRT");

  @Test
  void no_class_reduces_the_lanes_of_a_floating_point_vector() {
    noClasses()
        .should()
        .callMethodWhere(
            describe("reduceLanes of a floating-point vector", DeterminismTest::isFloatReduction))
        .because("compiled code adds in another order; use the fixed tree of the kernels")
        .check(MainClasses.ALL);
  }

  @Test
  void no_class_uses_a_transcendental_lane_operator() {
    noClasses()
        .should()
        .accessFieldWhere(
            describe("a transcendental lane operator", DeterminismTest::isTranscendental))
        .because("compiled code gives other last bits; use the polynomials of the kernels")
        .check(MainClasses.ALL);
  }

  private static boolean isFloatReduction(JavaMethodCall call) {
    var owner = call.getTargetOwner().getFullName();
    return call.getName().startsWith("reduceLanes")
        && Set.of(VECTORS + "FloatVector", VECTORS + "DoubleVector", VECTORS + "Vector")
            .contains(owner);
  }

  private static boolean isTranscendental(JavaFieldAccess access) {
    return access.getTargetOwner().getFullName().equals(VECTORS + "VectorOperators")
        && TRANSCENDENTAL.contains(access.getName());
  }
}
