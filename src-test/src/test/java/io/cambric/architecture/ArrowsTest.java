package io.cambric.architecture;

import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrowsTest {

  /** The dependencies of the classes of each package. */
  private static final Map<String, List<Dependency>> DEPENDENCIES =
      MainClasses.ALL.stream()
          .filter(type -> Arrows.lineOf(type.getPackageName()).isPresent())
          .collect(
              groupingBy(
                  type -> Arrows.lineOf(type.getPackageName()).orElseThrow(),
                  flatMapping(type -> type.getDirectDependenciesFromSelf().stream(), toList())));

  static Stream<String> packages() {
    return Arrows.packages();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void a_package_uses_only_those_that_its_arrows_lead_to(String from) {
    assertThat(DEPENDENCIES.getOrDefault(from, List.of()))
        .filteredOn(dependency -> isForbidden(from, dependency.getTargetClass()))
        .extracting(Dependency::getDescription)
        .as("dependencies of io.cambric." + from + " on packages that it may not use")
        .isEmpty();
  }

  @Test
  void every_package_has_a_line_in_the_arrows() {
    assertThat(MainClasses.ALL)
        .extracting(JavaClass::getPackageName)
        .filteredOn(name -> Arrows.lineOf(name).isEmpty())
        .as("packages to add to Arrows")
        .isEmpty();
  }

  @Test
  void every_package_says_that_it_is_null_marked() {
    assertThat(MainClasses.ALL)
        .extracting(JavaClass::getPackage)
        .filteredOn(each -> !each.isAnnotatedWith(NullMarked.class))
        .extracting(JavaPackage::getName)
        .as("packages without @NullMarked in their package-info.java")
        .isEmpty();
  }

  private static boolean isForbidden(String from, JavaClass type) {
    var to = Arrows.lineOf(type.getBaseComponentType().getPackageName());
    return to.isPresent() && !Arrows.allow(from, to.get());
  }
}
