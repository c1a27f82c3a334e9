package io.cambric.jars;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("jars")
class JarContentsTest {

  private static final List<Path> ALL =
      Stream.of(Jars.PUBLISHED.stream(), Jars.APPLICATION.stream(), Jars.MARKERS.stream())
          .flatMap(files -> files)
          .distinct()
          .toList();

  static List<Path> published() {
    return Jars.PUBLISHED;
  }

  private static ModuleDescriptor descriptor(Path jar) {
    return ModuleFinder.of(jar).findAll().iterator().next().descriptor();
  }

  @Test
  void every_jar_has_a_descriptor_of_its_own() {
    assertThat(ALL).noneMatch(jar -> descriptor(jar).isAutomatic());
  }

  @ParameterizedTest
  @MethodSource("published")
  void a_descriptor_requires_only_modules_that_have_one(Path jar) {
    var known =
        ModuleFinder.compose(ModuleFinder.ofSystem(), ModuleFinder.of(ALL.toArray(Path[]::new)));
    assertThat(descriptor(jar).requires())
        .filteredOn(required -> !isMarker(required))
        .extracting(ModuleDescriptor.Requires::name)
        .allMatch(name -> known.find(name).isPresent());
  }

  /** {@return whether only the compiler of this project needs a module, for its markers} */
  private static boolean isMarker(ModuleDescriptor.Requires required) {
    return required.name().equals("io.cambric.build")
        && required.modifiers().equals(Set.of(ModuleDescriptor.Requires.Modifier.STATIC));
  }

  @Test
  void no_two_jars_have_a_package_in_common() {
    assertThat(
            ModuleFinder.of(ALL.toArray(Path[]::new)).findAll().stream()
                .map(ModuleReference::descriptor)
                .flatMap(module -> module.packages().stream()))
        .doesNotHaveDuplicates();
  }

  @Test
  void a_descriptor_lists_the_packages_of_libraries_inside_under_their_new_names() {
    assertThat(descriptor(Jars.DATA).packages())
        .contains("io.cambric.data.table.shaded.hardwood.metadata")
        .allMatch(name -> name.startsWith("io.cambric."));
    assertThat(descriptor(Jars.IO).packages())
        .contains("io.cambric.io.compression.shaded.aircompressor.zstd")
        .allMatch(name -> name.startsWith("io.cambric."));
  }

  @ParameterizedTest
  @MethodSource("published")
  void every_class_in_a_jar_has_a_name_of_ours(Path jar) throws IOException {
    assertThat(Jars.entries(jar))
        .allMatch(name ->
            name.startsWith("io/cambric/")
                || name.startsWith("META-INF/")
                || name.equals("module-info.class"));
  }

  @ParameterizedTest
  @MethodSource("published")
  void the_pom_of_a_jar_names_no_library_that_is_inside(Path jar) throws IOException {
    assertThat(pom(jar)).doesNotContain("hardwood", "aircompressor", "javapoet");
  }

  @ParameterizedTest
  @MethodSource("published")
  void the_pom_of_a_jar_stands_alone_and_has_what_central_asks_for(Path jar) throws IOException {
    assertThat(pom(jar))
        .contains(
            "<groupId>io.cambric</groupId>",
            "<name>Cambric ",
            "<description>",
            "<url>https://",
            "<name>Apache-2.0</name>",
            "<name>The Cambric authors</name>",
            "<connection>scm:git:https://",
            "<issueManagement>")
        .doesNotContain("<parent>", "${");
  }

  private static String pom(Path jar) throws IOException {
    var artifact =
        "cambric-" + descriptor(jar).name().substring("io.cambric.".length()).replace('.', '-');
    return Jars.text(jar, "META-INF/maven/io.cambric/" + artifact + "/pom.xml");
  }

  @ParameterizedTest
  @MethodSource("published")
  void a_jar_has_the_licence_and_the_notices_of_the_libraries_inside(Path jar) throws IOException {
    assertThat(Jars.text(jar, "META-INF/LICENSE")).contains("Apache License");
    assertThat(Jars.text(jar, "META-INF/NOTICE"))
        .contains(
            "Hardwood 1.0.0.Final",
            "Aircompressor 2.0.3",
            "JavaPoet 0.22.0",
            "Unicode Character Database");
  }

  @Test
  void the_tokenizers_have_the_licence_of_the_tables_of_unicode() throws IOException {
    assertThat(Jars.text(Jars.TEXT, "META-INF/licenses/unicode/LICENSE.txt"))
        .startsWith("UNICODE LICENSE V3\n");
  }

  @Test
  void the_processor_and_the_plugin_are_found_as_services() throws IOException {
    var folder = "META-INF/services/";
    assertThat(Jars.text(Jars.PROCESSOR, folder + "javax.annotation.processing.Processor"))
        .isEqualTo(
            """
            io.cambric.processor.CambricProcessor
            io.cambric.processor.example.ExampleProcessor
            io.cambric.processor.example.ListedExamplesProcessor
            """);
    assertThat(Jars.text(Jars.PROCESSOR, folder + "com.sun.source.util.Plugin"))
        .isEqualTo("io.cambric.processor.body.CambricPlugin\n");
    assertThat(Jars.text(Jars.KERNELS, folder + "io.cambric.kernel.Kernels"))
        .isEqualTo("io.cambric.kernels.simd.SimdKernels\n");
  }
}
