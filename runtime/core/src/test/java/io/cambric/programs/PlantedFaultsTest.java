package io.cambric.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.lax.op.Faults;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mutation tests of the checks: each planted fault makes a random program fail soon. */
@Tag("long")
class PlantedFaultsTest {

  /** The most programs to draw: a fraction of the long run. */
  private static final int MAX_PROGRAMS = 3000;

  static Stream<Arguments> faults() {
    return Faults.all().stream().map(fault -> Arguments.of(fault.description(), fault));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void a_planted_fault_is_found(String description, Fault fault) {
    var found = FaultSearch.find(fault, MAX_PROGRAMS);
    assertThat(found).as(description).isNotNull();
  }
}
