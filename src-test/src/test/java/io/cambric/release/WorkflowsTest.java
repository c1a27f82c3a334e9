package io.cambric.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The form of the files in {@code .github}, and what they call. */
class WorkflowsTest {

  private static final Path FOLDER = Pom.ROOT.resolve(".github");
  private static final Pattern PROFILES = Pattern.compile("-P([a-z,]+)");

  static List<Path> workflows() throws IOException {
    return yaml(FOLDER.resolve("workflows"));
  }

  static List<Path> all() throws IOException {
    return yaml(FOLDER);
  }

  private static List<Path> yaml(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".yml"))
          .map(Pom.ROOT::relativize)
          .sorted()
          .toList();
    }
  }

  private static YamlOutline outline(Path file) throws IOException {
    return YamlOutline.of(file, Files.readAllLines(Pom.ROOT.resolve(file)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void a_file_is_well_formed(Path file) throws IOException {
    assertThat(outline(file).entries()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void a_workflow_has_a_name_a_trigger_and_few_rights(Path file) throws IOException {
    var workflow = outline(file);
    assertThat(workflow.values("/name")).singleElement().asString().isNotEmpty();
    assertThat(workflow.at("/on/\\w+")).isNotEmpty();
    assertThat(workflow.at("/permissions/.*"))
        .singleElement()
        .returns("/permissions/contents", YamlOutline.Entry::path)
        .returns("read", YamlOutline.Entry::value);
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void every_job_has_a_machine_and_a_limit_of_time(Path file) throws IOException {
    var workflow = outline(file);
    var jobs = workflow.at("/jobs/[\\w-]+");
    assertThat(jobs).isNotEmpty();
    for (var job : jobs) {
      assertThat(workflow.values(job.path() + "/runs-on")).as(job.path()).hasSize(1);
      assertThat(workflow.values(job.path() + "/timeout-minutes"))
          .as(job.path())
          .singleElement()
          .asString()
          .matches("\\d+");
    }
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void every_action_is_pinned_to_a_commit_and_says_its_version(Path file) throws IOException {
    assertThat(outline(file).values(".*/uses"))
        .isNotEmpty()
        .allMatch(action -> action.matches("actions/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
  }

  /** One commit an action, so that an update changes all of its uses. */
  @Test
  void an_action_has_one_commit_in_all_workflows() throws IOException {
    var commits = new TreeMap<String, Set<String>>();
    for (var file : workflows()) {
      for (var action : outline(file).values(".*/uses")) {
        var parts = action.split("@", 2);
        commits.computeIfAbsent(parts[0], _ -> new TreeSet<>()).add(parts[1]);
      }
    }
    assertThat(commits.values()).isNotEmpty().allSatisfy(pins -> assertThat(pins).hasSize(1));
  }

  @Test
  void the_distribution_that_the_wrapper_fetches_has_a_checksum() throws IOException {
    var properties = new Properties();
    try (var in =
        Files.newBufferedReader(Pom.ROOT.resolve(".mvn/wrapper/maven-wrapper.properties"))) {
      properties.load(in);
    }
    assertThat(properties.getProperty("distributionUrl")).startsWith("https://");
    assertThat(properties.getProperty("distributionSha256Sum")).matches("[0-9a-f]{64}");
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void every_script_exists_and_every_profile_is_one_of_the_poms(Path file) throws IOException {
    var text = Files.readString(Pom.ROOT.resolve(file));
    assertThat(Pattern.compile("(?<![\\w/])\\.ci/[\\w-]+").matcher(text).results())
        .allMatch(script -> Files.isExecutable(Pom.ROOT.resolve(script.group())));
    assertThat(
            PROFILES
                .matcher(text)
                .results()
                .flatMap(found -> Arrays.stream(found.group(1).split(","))))
        .isSubsetOf(Pom.root().texts("/project/profiles/profile/id").toList());
  }

  @Test
  void profiles_of_a_matrix_are_some_of_the_poms() throws IOException {
    assertThat(outline(Path.of(".github/workflows/weekly.yml")).values(".*/matrix/profile"))
        .containsExactly("[long, fuzz]");
    assertThat(Pom.root().texts("/project/profiles/profile/id")).contains("long", "fuzz");
  }

  @Test
  void the_build_runs_on_three_systems_and_two_architectures() throws IOException {
    assertThat(outline(Path.of(".github/workflows/ci.yml")).values("/jobs/verify/.*/os"))
        .containsExactly("[ubuntu-latest, ubuntu-24.04-arm, macos-latest, windows-latest]");
  }

  @Test
  void no_script_of_a_step_holds_an_expression_that_a_stranger_chooses() throws IOException {
    for (var file : workflows()) {
      assertThat(Files.readString(Pom.ROOT.resolve(file)))
          .doesNotContain("github.event", "github.head_ref");
    }
  }

  @Test
  void a_mistake_of_form_is_found_with_its_line() {
    var file = Path.of("a.yml");
    assertThatThrownBy(() -> YamlOutline.of(file, List.of("a:", "   b: 1")))
        .hasMessage("a.yml:2 is indented oddly");
    assertThatThrownBy(() -> YamlOutline.of(file, List.of("a: 1", "b: 1", "a: 2")))
        .hasMessage("a.yml:3 repeats a key");
    assertThatThrownBy(() -> YamlOutline.of(file, List.of("a:", "  b 1")))
        .hasMessage("a.yml:2 is no key and no item");
  }

  @Test
  void keys_have_paths_and_the_lines_of_a_block_have_none() {
    var lines =
        List.of("jobs:", "  one:", "    - run: |", "        x: 1", "    - plain", "on: push");
    assertThat(YamlOutline.of(Path.of("a.yml"), lines).entries())
        .extracting(YamlOutline.Entry::path, YamlOutline.Entry::value)
        .containsExactly(
            tuple("/jobs", ""),
            tuple("/jobs/one", ""),
            tuple("/jobs/one/-/run", "|"),
            tuple("/jobs/one/-", "plain"),
            tuple("/on", "push"));
  }
}
