package io.cambric.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The pages about the compiler: each program gets the message below it, or none. */
class CompilerPageTest {

  private static final Path FOLDER = Path.of("..", "docs", "reference");
  private static final List<String> PAGES = List.of("compiler.md", "array-texts.md");

  private static final Pattern PROGRAM =
      Pattern.compile("(?ms)^```java\\n(.*?)^```\\n(?:\\n```text\\n(.*?)^```)?");

  @TestFactory
  Stream<DynamicTest> programs() throws IOException {
    var programs = new ArrayList<String>();
    var messages = new ArrayList<List<String>>();
    for (var page : PAGES) {
      for (var found : PROGRAM.matcher(Files.readString(FOLDER.resolve(page))).results().toList()) {
        programs.add(found.group(1));
        messages.add(found.group(2) == null ? List.of() : List.of(found.group(2).strip()));
      }
    }
    var reports = UserPrograms.compile(programs);
    var tests = new ArrayList<DynamicTest>();
    for (int i = 0; i < programs.size(); i++) {
      var reported = reports.get(i).stream().map(UserPrograms.Report::message).toList();
      var message = messages.get(i);
      tests.add(dynamicTest("program " + i, () -> assertThat(reported).isEqualTo(message)));
    }
    return tests.stream();
  }
}
