package io.cambric.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrowsTest {

  static Stream<String> packages() {
    return Arrows.packages();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void a_package_uses_only_those_that_its_arrows_lead_to(String from) {
    noClasses()
        .that(describe("are in io.cambric." + from, type -> isIn(type, from)))
        .should()
        .dependOnClassesThat(
            describe(
                "are in a package that io.cambric." + from + " may not use",
                type -> isForbidden(from, type)))
        .allowEmptyShould(true)
        .check(MainClasses.ALL);
  }

  @Test
  void only_the_package_eigen_uses_commons_math() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.cambric.eigen")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.commons.math3..", "io.cambric.eigen.shaded..")
        .check(MainClasses.ALL);
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

  private static boolean isIn(JavaClass type, String name) {
    return Arrows.lineOf(type.getPackageName()).filter(name::equals).isPresent();
  }

  private static boolean isForbidden(String from, JavaClass type) {
    var to = Arrows.lineOf(type.getBaseComponentType().getPackageName());
    return to.isPresent() && !Arrows.allow(from, to.get());
  }
}
