package io.cambric.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lists of artifacts are the same: modules, BOM, and exceptions of the profile central. */
class BomTest {

  private static final String MANAGED = "/project/dependencyManagement/dependencies/dependency";

  private static final Pom BOM = Pom.of(Pom.ROOT.resolve("nn/bom"));

  @Test
  void the_bom_lists_the_jars_that_are_published_and_nothing_else() {
    assertThat(BOM.texts(MANAGED + "/artifactId"))
        .containsExactlyElementsOf(
            Pom.published().stream().filter(Pom::isJar).map(Pom::artifact).toList());
    assertThat(BOM.texts(MANAGED + "/groupId")).containsOnly("io.cambric");
    assertThat(BOM.texts(MANAGED + "/version")).containsOnly("${project.version}");
  }

  @Test
  void the_bom_is_published() {
    assertThat(Pom.published()).extracting(Pom::artifact).contains("cambric-bom");
  }

  @Test
  void central_gets_the_artifacts_that_a_deployment_to_any_repository_gets() {
    assertThat(
            Pom.root()
                .texts("/project/profiles/profile[id='central']//excludeArtifacts/excludeArtifact"))
        .containsExactlyElementsOf(
            Stream.concat(Stream.of(Pom.root()), Pom.modules().stream())
                .filter(pom -> !pom.isPublished())
                .map(Pom::artifact)
                .toList());
  }

  @Test
  void every_published_module_has_a_name_and_a_description_of_its_own() {
    assertThat(Pom.published())
        .allSatisfy(pom -> {
          assertThat(pom.text("/project/name")).as(pom.artifact()).isPresent();
          assertThat(pom.text("/project/description")).as(pom.artifact()).isPresent();
        });
  }
}
