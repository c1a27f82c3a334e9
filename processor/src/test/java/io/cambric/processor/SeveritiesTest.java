package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.util.List;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that set the severity of a diagnostic. */
class SeveritiesTest {

  /** A definition with a component that is no value, and a submodule that is never used. */
  private static final String CODE =
      "@Module record ADef(int[] a) { @Compact Array call(Array x) { Dense.of(8); return x; } }";

  @Test
  void without_options_each_diagnostic_has_its_own_severity() {
    var compilation = Compile.example(CODE, "-Acambric.severity.ComponentNotHashable=warning");

    assertThat(kinds(compilation))
        .containsExactly(
            "WARNING ComponentNotHashable", // An error would have kept the bodies from being read.
            "WARNING UnusedSubmodule");
    assertThat(kinds(Compile.example(CODE))).containsExactly("ERROR ComponentNotHashable");
  }

  @ParameterizedTest
  @CsvSource({
    "-Acambric.severity.ComponentNotHashable=off, -Xplugin:Cambric UnusedSubmodule=error,"
        + " ERROR UnusedSubmodule",
    "-Acambric.severity.ComponentNotHashable=warning, -Xplugin:Cambric UnusedSubmodule=off,"
        + " WARNING ComponentNotHashable",
    "-Acambric.severity.ComponentNotHashable=off, -Xplugin:Cambric"
        + " DuplicateName=off UnusedSubmodule=warning, WARNING UnusedSubmodule",
  })
  void option_sets_the_severity_of_its_tag(String signatures, String bodies, String expected) {
    assertThat(kinds(Compile.example(CODE, signatures, bodies))).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Acambric.severity.ComponentNotHashabel=off|The option "
            + "-Acambric.severity.ComponentNotHashabel=off does not name a diagnostic. Did "
            + "you mean ComponentNotHashable?",
        "-Acambric.severity.Strictness=off|The option -Acambric.severity.Strictness=off "
            + "does not name a diagnostic. Remove it.",
        "-Acambric.severity.UnresolvedType=warn|The option "
            + "-Acambric.severity.UnresolvedType=warn does not give a severity. Use error, "
            + "warning or off.",
        "-Acambric.severity.UnusedSubmodule=off|The option "
            + "-Acambric.severity.UnusedSubmodule=off has no effect, because UnusedSubmodule "
            + "is a diagnostic of bodies. Write -Xplugin:\"Cambric UnusedSubmodule=off\".",
        "-Xplugin:Cambric UnusedSubmodul=off|The option -Xplugin:\"Cambric "
            + "UnusedSubmodul=off\" does not name a diagnostic. Did you mean "
            + "UnusedSubmodule?",
        "-Xplugin:Cambric UnusedSubmodule|The option -Xplugin:\"Cambric "
            + "UnusedSubmodule=\" does not give a severity. Use error, warning or off.",
        "-Xplugin:Cambric NamedTwice=off|The option -Xplugin:\"Cambric NamedTwice=off\" "
            + "has no effect, because NamedTwice is a diagnostic of signatures. Write "
            + "-Acambric.severity.NamedTwice=off.",
      })
  void option_that_means_nothing_is_a_warning(String option, String warning) {
    var compilation = Compile.example("@Module record ADef(int n) {}", option);

    assertThat(compilation.errors()).isEmpty();
    assertThat(compilation.warnings().stream().map(Compile::message)).contains(warning);
  }

  private static List<String> kinds(Compilation compilation) {
    return compilation.diagnostics().stream()
        .filter(diagnostic -> Compile.message(diagnostic).startsWith("["))
        .map(SeveritiesTest::kind)
        .toList();
  }

  private static String kind(Diagnostic<?> diagnostic) {
    return diagnostic.getKind() + Compile.message(diagnostic).replaceAll("^\\[(\\w+)].*", " $1");
  }
}
