package io.cambric.fuzz;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * No input makes a reader throw anything but exceptions of the library, take memory out of
 * proportion to its size, hang, or look outside of its folder.
 *
 * <p>{@code -Dfuzz.inputs} is the number of inputs of all readers together, {@code -Dfuzz.seed} the
 * seed, and {@code -Dfuzz.only} the name of one reader.
 */
class FuzzTest {

  /** Enough to notice a reader that checks nothing. */
  private static final long FEW = 2_000;

  private static final long ALL = 10_000_000;

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> a_few_inputs_keep_the_rules() throws IOException {
    return Targets.all(folder).stream()
        .map(target -> dynamicTest(target.name(), () -> fuzz(target, FEW)));
  }

  @Tag("fuzz")
  @TestFactory
  Stream<DynamicTest> many_inputs_keep_the_rules() throws IOException {
    var targets = Targets.all(folder);
    long each = Math.ceilDiv(Long.getLong("fuzz.inputs", ALL), targets.size());
    var only = System.getProperty("fuzz.only", "");
    return targets.stream()
        .filter(target -> only.isEmpty() || target.name().equals(only))
        .map(target -> dynamicTest(target.name(), () -> fuzz(target, each)));
  }

  private static void fuzz(FuzzTarget target, long inputs) {
    IO.println(new Fuzzer(target, Long.getLong("fuzz.seed", 42)).run(inputs));
  }
}
