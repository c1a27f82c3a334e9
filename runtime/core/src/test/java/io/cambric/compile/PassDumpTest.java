package io.cambric.compile;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Jaxpr;
import io.cambric.lax.Lax;
import io.cambric.testing.Staged;
import io.cambric.testing.Warnings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a dump. */
class PassDumpTest {

  private static final Jaxpr TWICE = Staged.of(f32(2), x -> Lax.add(Lax.exp(x), Lax.exp(x)));

  @TempDir private Path folder;

  private static void compile(PassDump dump) {
    Pipeline.run(TWICE, List.of(false), Compiler.program(TWICE).bodies(), PassLog.dumping(dump));
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String file(String pass) {
    return "0001-%02d-%s.txt".formatted(1 + Pipeline.names().indexOf(pass), pass);
  }

  @Test
  void each_program_has_a_file_for_each_pass_in_order() throws IOException {
    var dump = new PassDump(folder);

    compile(dump);
    compile(dump);

    var expected = new ArrayList<String>();
    for (var program : List.of("0001", "0002")) {
      expected.add(program + "-00-traced.txt");
      for (int i = 0; i < Pipeline.names().size(); i++) {
        expected.add("%s-%02d-%s.txt".formatted(program, i + 1, Pipeline.names().get(i)));
      }
    }
    assertThat(files()).isEqualTo(expected);
  }

  @Test
  void a_file_has_the_program_after_its_pass() throws IOException {
    compile(new PassDump(folder));

    assertThat(folder.resolve("0001-00-traced.txt"))
        .hasContent(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = exp a
                c:f32[2] = exp a
                d:f32[2] = add b c
              in (d,) }
            """);
    assertThat(folder.resolve(file("CommonSubexpressions")))
        .hasContent(
            """
            { lambda ; a:f32[2]. let
                b:f32[2] = exp a
                c:f32[2] = add b b
              in (c,) }
            """);
    assertThat(folder.resolve(file("Fuser")))
        .hasContent(
            """
            partition of 1 arguments, 1 units
              loop[2]
                v0:f32[2] = exp arg0
                v1:f32[2] = add v0 v0
              return v1
            """);
    assertThat(folder.resolve(file("StepEmitter")))
        .hasContent(
            """
            fused program of 1 arguments, 1 steps
              p0:f32[2] = loop[2]{v1:f32 = exp v0; v2:f32 = add v1 v1; store v2} arg0:f32[2]
              return p0:f32[2]
            """);
    assertThat(folder.resolve(file("MemoryPlanner")))
        .hasContent(
            """
            program of 1 arguments, 1 steps, 0 buffers of 0 bytes
              out0:f32[2] = loop[2]{v1:f32 = exp v0; v2:f32 = add v1 v1; store v2} arg0:f32[2]
            """);
  }

  @Test
  void a_property_names_the_folder_of_the_dump() throws IOException {
    assertThat(PassDump.ofProperty()).isNull();

    System.setProperty("cambric.compile.dump", folder.toString());
    try {
      compile(Objects.requireNonNull(PassDump.ofProperty()));
    } finally {
      System.clearProperty("cambric.compile.dump");
    }

    assertThat(files()).hasSize(1 + Pipeline.names().size());
  }

  @Test
  void a_dump_that_cannot_be_written_is_warned_of_once_and_programs_are_compiled()
      throws IOException {
    var file = Files.createFile(folder.resolve("file"));
    var dump = new PassDump(file);

    var warnings =
        Warnings.of(
            "io.cambric.compile",
            () -> {
              compile(dump);
              compile(dump);
            });

    assertThat(warnings)
        .containsExactly(
            "The dump of compiled programs has ended, because %s could not be written: java.nio.file.FileAlreadyExistsException: %s. Name a writable folder with -Dcambric.compile.dump."
                .formatted(file.resolve("0001-00-traced.txt"), file));
  }
}
