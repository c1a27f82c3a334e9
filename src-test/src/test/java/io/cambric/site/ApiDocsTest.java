package io.cambric.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApiDocsTest {

  @Test
  void a_helper_with_javadoc_is_hidden() {
    var source = "package a;\n\n/**\n * Copies.\n */\npublic interface AWith {}\n";
    assertThat(ApiDocs.hidden(source))
        .isEqualTo(
            "package a;\n\n/**\n * @hidden\n *\n * Copies.\n */\npublic interface AWith {}\n");
  }

  @Test
  void a_helper_without_javadoc_is_hidden() {
    assertThat(ApiDocs.hidden("package a;\n\npublic final class A_Flattener {}\n"))
        .isEqualTo("package a;\n\n/** @hidden */\npublic final class A_Flattener {}\n");
  }
}
