package io.cambric.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that cannot read the owner's block of the root pom repeat it. */
class OwnerTest {

  private static final Pom POM = Pom.root();
  private static final String ACCOUNT = POM.property("owner.account").orElseThrow();
  private static final String CONTACT = POM.property("owner.contact").orElseThrow();
  private static final String REPOSITORY = POM.property("owner.repository").orElseThrow();

  private static final Pattern REPOSITORY_OF_OURS =
      Pattern.compile("https://[\\w.-]+/[\\w.-]+/cambric\\b");
  private static final Pattern MAIL = Pattern.compile("\\b[\\w.+-]+@[\\w-]+\\.[\\w.-]*\\w");

  static List<Path> files() throws IOException {
    try (var top = Files.list(Pom.ROOT);
        var github = Files.walk(Pom.ROOT.resolve(".github"));
        var docs = Files.walk(Pom.ROOT.resolve("docs"))) {
      return Stream.of(top, github, docs)
          .flatMap(files -> files)
          .filter(file -> file.toString().matches(".*\\.(md|yml)|.*CODEOWNERS"))
          .map(Pom.ROOT::relativize)
          .sorted()
          .toList();
    }
  }

  @Test
  void every_line_of_code_owners_names_the_account() throws IOException {
    assertThat(Files.readAllLines(Pom.ROOT.resolve(".github/CODEOWNERS")))
        .filteredOn(line -> !line.isBlank() && !line.startsWith("#"))
        .isNotEmpty()
        .allMatch(line -> line.endsWith(" @" + ACCOUNT));
  }

  @Test
  void the_policy_for_weaknesses_names_the_repository_and_the_contact() throws IOException {
    assertThat(Files.readString(Pom.ROOT.resolve("SECURITY.md")))
        .contains(REPOSITORY + "/security/advisories/new", CONTACT);
  }

  @ParameterizedTest
  @MethodSource("files")
  void no_file_names_another_repository_or_another_mail_address(Path file) throws IOException {
    var text = Files.readString(Pom.ROOT.resolve(file));
    assertThat(REPOSITORY_OF_OURS.matcher(text).results().map(found -> found.group()))
        .allMatch(REPOSITORY::equals);
    assertThat(MAIL.matcher(text).results().map(found -> found.group())).allMatch(CONTACT::equals);
  }

  @Test
  void the_placeholder_is_what_the_profile_central_looks_for() {
    var condition = "/project/profiles/profile[id='central']//evaluateBeanshell/condition";
    assertThat(POM.text(condition).orElseThrow())
        .contains("\"${owner.account} ${owner.contact}\"", "contains(\"OWNER\")");
  }

  @Test
  void all_addresses_of_the_root_pom_come_from_the_block() {
    assertThat(
            POM.texts(
                "/project/url | /project/scm/*[name()!='tag'] | /project/issueManagement/url"
                    + " | /project/ciManagement/url | /project/organization/url"
                    + " | /project/developers/developer/email"
                    + " | /project/developers/developer/organizationUrl"))
        .hasSize(9)
        .allMatch(address -> address.contains("${owner."));
  }
}
